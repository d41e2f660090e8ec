import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HecRefusal } from './answers.ts';
import { type SplunkHecSourceConfig, splitTokens } from './schema.ts';

/** Comparing digests prevents timing attacks on the token. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64');
const digests = (text: string | undefined): Set<string> => new Set(splitTokens(text).map(digest));

/** From `Splunk <token>`, or the password of `Basic`. @throws HecRefusal */
function parseToken(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'splunk') return value;
  if (scheme.toLowerCase() !== 'basic') throw new HecRefusal('invalidAuthorization');
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  if (colon < 0) throw new HecRefusal('invalidAuthorization');
  return pair.slice(colon + 1);
}

/** @throws HecRefusal unless the request has a permitted token */
export function tokenCheck(
  config: SplunkHecSourceConfig,
): (request: IncomingMessage, query: URLSearchParams) => void {
  const enabled = digests(config.tokens);
  const disabled = digests(config.disabledTokens);
  if (enabled.size === 0) return () => {};
  return ({ headers: { authorization = '' } }, query) => {
    const inQuery = query.get('token');
    if (authorization === '' && inQuery !== null && !config.queryToken) throw new HecRefusal('queryTokenOff');
    const token = authorization === '' ? (inQuery ?? '') : parseToken(authorization);
    if (token === '') throw new HecRefusal('tokenRequired');
    const given = digest(token);
    if (disabled.has(given)) throw new HecRefusal('tokenDisabled');
    if (!enabled.has(given)) throw new HecRefusal('invalidToken');
  };
}
