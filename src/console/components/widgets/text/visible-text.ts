/** Control, bidirectional and zero-width characters. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Escapes invisible and reordering characters, such as `\u202e`. */
export const escapeHiddenCharacters = (text: string): string =>
  text.replace(HIDDEN, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);
