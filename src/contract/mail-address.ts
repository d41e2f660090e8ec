/** One address alone: lists, names and line ends are refused, since mail programs would read more into them. */
export const MAIL_ADDRESS = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+$/;
export const MAIL_ADDRESS_REFUSAL = 'must be an e-mail address, such as ops@example.com';
export const MAIL_ADDRESS_MAX_LENGTH = 254;
/** Of one mail. */
export const MAIL_RECIPIENTS_MAX = 50;
