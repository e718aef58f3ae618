// On pages that answer a form sent without scripts: where there are scripts after all, nobody has to press the way on.
location.replace(document.querySelector("main a").href)
