import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';
import type { HttpServerConfig } from './schema.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Throws Refusal (401) unless the request carries the right credentials; takes the same time either way. */
export function authenticator(config: HttpServerConfig): (request: IncomingMessage) => void {
  if (config.auth === 'none') return () => {};
  const isBasic = config.auth === 'basic';
  const credentials = isBasic
    ? Buffer.from(`${config.username}:${config.password}`).toString('base64')
    : (config.token ?? '');
  const scheme = isBasic ? 'Basic' : 'Bearer';
  const wanted = digest(credentials);
  return (request) => {
    const [given = '', value = ''] = (request.headers.authorization ?? '').split(/ +/, 2);
    const isRight = timingSafeEqual(digest(value), wanted);
    if (given.toLowerCase() === scheme.toLowerCase() && isRight) return;
    throw new Refusal(401, `Send the right credentials in the header Authorization: ${scheme} …`, {
      headers: { 'www-authenticate': `${scheme} realm="penstock", charset="UTF-8"` },
    });
  };
}
