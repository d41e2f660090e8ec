/** One plain address: mail programs could read more into lists, names and line breaks. */
export const MAIL_ADDRESS = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+$/;
export const MAIL_ADDRESS_REFUSAL = 'must be an e-mail address, such as ops@example.com';
export const MAIL_ADDRESS_MAX_LENGTH = 254;
/** Per mail. */
export const MAIL_RECIPIENTS_MAX = 50;
