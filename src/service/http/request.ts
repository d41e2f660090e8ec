import type { Context } from 'hono';
import { type CallId, callDefinition } from '../../contract/calls/index.ts';
import { ContractError } from '../../contract/errors.ts';
import { invalid, parseJson, readIfMatch, readPart, readQueryValues } from './input.ts';
import { readMultipart, type Upload } from './multipart.ts';

export const YAML_TYPE = 'application/yaml';
const UPLOAD_TYPE = 'multipart/form-data';

const readMediaType = (c: Context): string | undefined =>
  c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();

const isYamlBody = (c: Context, id: CallId): boolean =>
  callDefinition(id).yaml !== undefined && readMediaType(c) === YAML_TYPE;

async function readBodyText(c: Context): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid([{ field: 'body', rule: 'utf8', message: 'is not UTF-8 text; save it as UTF-8' }]);
  }
}

export type Input = {
  path: unknown;
  query: unknown;
  body: unknown;
  bodyText: string;
  ifMatch: number | '*';
  upload?: Upload | undefined;
};

/** @throws ContractError naming every wrong field */
export async function readInput(c: Context, id: CallId): Promise<Input> {
  const call = callDefinition(id);
  const query = readQueryValues(c.req.queries());
  const path = call.pathParameters ? readPart(call.pathParameters, c.req.param(), 'path') : undefined;
  if (!call.query) {
    const unknown = Object.keys(query);
    if (unknown.length > 0) {
      throw invalid(
        unknown.map((field) => ({
          field,
          rule: 'unknown_field',
          message: 'is not a parameter of this call',
        })),
      );
    }
  }
  const ifMatch = call.ifMatch ? readIfMatch(c.req.header('if-match')) : '*';
  if (call.upload && call.body) {
    const { fields, upload } = await readMultipart(c.req.header('content-type') ?? '', c.req.raw.body);
    const body = readPart(call.body, fields, 'body');
    return { path, query: undefined, body, bodyText: '', ifMatch, upload };
  }
  const bodyText = call.body ? await readBodyText(c) : '';
  const readBody = () =>
    call.yaml !== undefined && isYamlBody(c, id) ? { [call.yaml]: bodyText } : parseJson(bodyText);
  return {
    path,
    query: call.query ? readPart(call.query, query, 'query') : undefined,
    body: call.body ? readPart(call.body, readBody(), 'body') : undefined,
    bodyText,
    ifMatch,
  };
}

/** @throws ContractError for another content type */
export function requireJson(c: Context, id: CallId): void {
  if (!callDefinition(id).body || isYamlBody(c, id)) return;
  const type = readMediaType(c);
  const wanted = callDefinition(id).upload ? UPLOAD_TYPE : 'application/json';
  if (type !== wanted) {
    throw new ContractError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the body as ${wanted}, not ${type ? `'${type}'` : 'without a Content-Type'}`,
    );
  }
}

export const wantsYaml = (c: Context, id: CallId): boolean =>
  callDefinition(id).yaml !== undefined && (c.req.header('accept') ?? '').includes(YAML_TYPE);
