const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

/** The blocks of a PEM text with their lines as they must be: a field of one line loses the breaks. */
const blocksOf = (text: string): { type: string; pem: string }[] =>
  [...text.matchAll(BLOCK)].map(([, type = '', body = '']) => {
    const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
    return { type, pem: `-----BEGIN ${type}-----\n${lines.join('\n')}\n-----END ${type}-----\n` };
  });

export const pemText = (text: string): string =>
  blocksOf(text)
    .map(({ pem }) => pem)
    .join('');

/** Each certificate of a PEM text on its own. */
export const certificatesIn = (text: string): string[] =>
  blocksOf(text)
    .filter(({ type }) => type === 'CERTIFICATE')
    .map(({ pem }) => pem);
