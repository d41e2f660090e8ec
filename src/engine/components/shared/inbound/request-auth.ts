import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

export type RequestAuthConfig = {
  auth: 'none' | 'basic' | 'bearer' | 'api_key';
  username?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
  apiKeyHeader: string;
  apiKey?: string | undefined;
};

export type HeaderReader = (name: string) => string | undefined;

export const createHeaderReader =
  ({ headers }: IncomingMessage): HeaderReader =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Constant time. */
export const isSameSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted));

/** Constant time. @throws Refusal (401) unless the credentials match */
export function authenticator(config: RequestAuthConfig): (header: HeaderReader) => void {
  if (config.auth === 'none') return () => {};
  if (config.auth === 'api_key') {
    const name = config.apiKeyHeader.toLowerCase();
    const key = config.apiKey ?? '';
    return (header) => {
      if (isSameSecret(header(name) ?? '', key)) return;
      throw new Refusal(401, `Send the right key in the header ${config.apiKeyHeader}`);
    };
  }
  const isBasic = config.auth === 'basic';
  const credentials = isBasic
    ? Buffer.from(`${config.username}:${config.password}`).toString('base64')
    : (config.token ?? '');
  const scheme = isBasic ? 'Basic' : 'Bearer';
  return (header) => {
    const [given = '', value = ''] = (header('authorization') ?? '').split(/ +/, 2);
    const isRight = isSameSecret(value, credentials);
    if (given.toLowerCase() === scheme.toLowerCase() && isRight) return;
    throw new Refusal(401, `Send the right credentials in the header Authorization: ${scheme} …`, {
      headers: { 'www-authenticate': `${scheme} realm="penstock", charset="UTF-8"` },
    });
  };
}
