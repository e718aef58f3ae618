#!/bin/sh
# Makes the secrets of compose.yaml that are not there yet, each in a file of its own:
#   sh deploy/make-secrets.sh
# What is there stays: another password would no longer open the database that was made with the first.
set -eu

folder=$(dirname "$0")/secrets
mkdir -p "$folder"
# Files are read by users inside of containers; here nobody else gets into the folder.
chmod 700 "$folder"

# 32 bytes in hexadecimal: nothing in it has a meaning in an address or a shell.
random() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

keep() {
  [ -s "$folder/$1" ] && return
  # Under another name first: a file that is there is whole.
  printf '%s\n' "$2" >"$folder/$1.new"
  chmod 644 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $folder/$1"
}

keep database_password "$(random)"
keep database_url "postgres://aworan:$(cat "$folder/database_password")@database:5432/aworan"
keep storage_key "$(random)"
