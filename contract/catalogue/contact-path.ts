/** Where a message is sent by a browser without scripts; pages of words know it without its schema. */
export const contactFormPath = "/contact-form"
