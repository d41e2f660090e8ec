import { randomBytes } from 'node:crypto';
import { type CallId, type CallResponse, callDefinition } from '../../contract/calls/index.ts';
import { ContractError, ERROR_STATUS, type ErrorCode, errorBodySchema } from '../../contract/errors.ts';
import type { Principal } from '../auth/permissions.ts';

export type CallParts = {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};

/** Makes a call as a person, with all checks of a network request. */
export type CallAs = <K extends CallId>(
  id: K,
  parts?: CallParts,
) => Promise<{ data: CallResponse<K>; etag: string }>;

/** Callers of the service's own requests, by random token: middleware replaces request objects. */
const callers = new Map<string, Principal>();
const HEADER = 'X-Penstock-In-Process';

export const findInProcessCaller = ({ headers }: Request): Principal | undefined =>
  callers.get(headers.get(HEADER) ?? '');

function buildUrl(id: CallId, { path = {}, query = {} }: CallParts): string {
  const filled = callDefinition(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) parameters.append(name, String(one));
  return `http://localhost${filled}?${parameters}`;
}

const isErrorCode = (code: string): code is ErrorCode => code in ERROR_STATUS;

async function toError(response: Response): Promise<ContractError> {
  const { data } = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  const code = data && isErrorCode(data.code) ? data.code : 'INTERNAL';
  const details = data?.details;
  return new ContractError(code, data?.message ?? `Status ${response.status}`, details ? { details } : {});
}

/** @throws ContractError by the returned promise */
export const createCallAs =
  (answer: (request: Request) => Response | Promise<Response>, caller: () => Principal): CallAs =>
  async (id, parts = {}) => {
    const { method, ifMatch } = callDefinition(id);
    const word = randomBytes(32).toString('base64url');
    const request = new Request(buildUrl(id, parts), {
      method,
      headers: {
        [HEADER]: word,
        ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(ifMatch ? { 'If-Match': '*' } : {}),
      },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    });
    callers.set(word, caller());
    const response = await Promise.resolve(answer(request)).finally(() => callers.delete(word));
    if (!response.ok) throw await toError(response);
    return { data: (await response.json()) as never, etag: response.headers.get('ETag') ?? '' };
  };
