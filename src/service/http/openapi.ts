import { z } from 'zod';
import type { CallDefinition } from '../../contract/calls/define.ts';
import { CALL_IDS, type CallId, callDefinition } from '../../contract/calls/index.ts';
import { errorBodySchema } from '../../contract/errors.ts';

type JsonObject = Record<string, unknown>;

const BASES = {
  revision: 'revision',
  graphVersion: 'graph version',
  definition: 'tag of the definition or plan',
} as const;

function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

function toParameters(call: CallDefinition): JsonObject[] {
  const list: JsonObject[] = [];
  const add = (schema: z.core.$ZodType | undefined, place: 'path' | 'query') => {
    if (!schema) return;
    const { properties = {}, required = [] } = toSchema(schema, 'input') as {
      properties?: JsonObject;
      required?: string[];
    };
    for (const [name, value] of Object.entries(properties)) {
      const needed = place === 'path' || required.includes(name);
      list.push({ name, in: place, required: needed, schema: value });
    }
  };
  add(call.pathParameters, 'path');
  add(call.query, 'query');
  if (call.ifMatch) {
    const description = `The ${BASES[call.ifMatch]} the change began from, or *.`;
    list.push({ name: 'If-Match', in: 'header', required: true, description, schema: { type: 'string' } });
  }
  if (call.idempotent) {
    const description =
      'A request repeated with the same key and body gets the first answer again, for 24 hours.';
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    });
  }
  return list;
}

const describeAccess = ({ access, forPeople }: CallDefinition): string => {
  const whom = forPeople ? ', no API keys' : '';
  if (access.kind !== 'resource') return `Access: ${access.kind}${whom}.`;
  const needs = [access, ...(access.also ?? [])].map(
    ({ type, resource, grant }) => `${type} on ${resource}${grant ? ` with ${grant}` : ''}`,
  );
  return `Access: ${needs.join(', ')}${whom}.`;
};

function addFile(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  return {
    ...schema,
    properties: { ...(properties as JsonObject), file: { type: 'string', format: 'binary' } },
    required: [...(Array.isArray(required) ? required : []), 'file'],
  };
}

function toOperation(id: CallId): JsonObject {
  const call = callDefinition(id);
  const yaml = call.yaml ? { 'application/yaml': { schema: { type: 'string' } } } : {};
  const toContent = (schema: JsonObject, more: JsonObject = {}) => ({
    'application/json': { schema },
    ...more,
  });
  const toRequestContent = (schema: JsonObject) =>
    call.upload ? { 'multipart/form-data': { schema: addFile(schema) } } : toContent(schema, yaml);
  return {
    operationId: id,
    summary: call.summary,
    description: describeAccess(call),
    parameters: toParameters(call),
    ...(call.body
      ? { requestBody: { required: true, content: toRequestContent(toSchema(call.body, 'input')) } }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        ...(call.etag ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
        content: call.download
          ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
          : toContent(toSchema(call.response, 'output'), call.method === 'GET' ? yaml : {}),
      },
      default: {
        description: 'What went wrong.',
        content: toContent({ $ref: '#/components/schemas/Error' }),
      },
    },
  };
}

export function buildOpenApiDocument(version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const id of CALL_IDS) {
    const { path, method } = callDefinition(id);
    const operations = paths[path] ?? {};
    operations[method.toLowerCase()] = toOperation(id);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Penstock', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: { Error: toSchema(errorBodySchema, 'output') } },
  };
}
