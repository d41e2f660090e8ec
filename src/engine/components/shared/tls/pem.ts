const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

/** Restores line breaks, which one-line form fields lose. */
const splitPem = (text: string): { type: string; pem: string }[] =>
  [...text.matchAll(BLOCK)].map(([, type = '', body = '']) => {
    const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
    return { type, pem: `-----BEGIN ${type}-----\n${lines.join('\n')}\n-----END ${type}-----\n` };
  });

export const pemText = (text: string): string =>
  splitPem(text)
    .map(({ pem }) => pem)
    .join('');

export const splitCertificates = (text: string): string[] =>
  splitPem(text)
    .filter(({ type }) => type === 'CERTIFICATE')
    .map(({ pem }) => pem);
