import { z } from 'zod';

/** A schema of OpenAPI 3.0, as far as it is needed. */
export type ApiSchema = {
  type?: string;
  enum?: readonly string[];
  nullable?: boolean;
  maxLength?: number;
  properties?: Readonly<Record<string, ApiSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: ApiSchema;
  anyOf?: readonly ApiSchema[];
};

/** One call of the API of a provider, as the provider describes it. */
export type ProviderCall = {
  method: string;
  path: string;
  status: number;
  query: Readonly<Record<string, ApiSchema>>;
  body?: ApiSchema;
  answer: ApiSchema;
};

const toZod = (schema: ApiSchema) =>
  z.fromJSONSchema(JSON.parse(JSON.stringify(schema)), { defaultTarget: 'openapi-3.0' });

/** What a value has that the schema does not allow; empty where it fits. */
export const findMisfit = (schema: ApiSchema, value: unknown): string => {
  const result = toZod(schema).safeParse(value);
  return result.success ? '' : z.prettifyError(result.error);
};

type Asked = { method: string; path: string; query: URLSearchParams; body: unknown };

/** @returns what the request has that the API does not describe; empty where it fits */
export function findMisfitOf(calls: readonly ProviderCall[], { method, path, query, body }: Asked): string {
  const call = findCall(calls, { method, path });
  if (!call) return `${method} ${path} is no call of the API`;
  const unknown = [...query].flatMap(([name, value]) => {
    const schema = call.query[name];
    return schema
      ? findMisfit(schema, schema.type === 'integer' ? Number(value) : value)
      : `the query has '${name}'`;
  });
  const wrong = call.body ? findMisfit(call.body, body) : body === undefined ? '' : 'it takes no body';
  return [...unknown, wrong].filter((text) => text !== '').join('; ');
}

export const findCall = (
  calls: readonly ProviderCall[],
  { method, path }: Pick<Asked, 'method' | 'path'>,
): ProviderCall | undefined =>
  calls.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

/** Answers that the schema allows: with all there is, with nothing that may be left out, and with null for all that may be. */
export function makeAnswers(schema: ApiSchema): unknown[] {
  const make = (of: ApiSchema, how: 'whole' | 'least' | 'null', choice = 0): unknown => {
    if (of.nullable && how === 'null') return null;
    if (of.anyOf) return make(of.anyOf[0] ?? {}, how, choice);
    if (of.enum) return of.enum[choice % of.enum.length];
    if (of.type === 'array') return [make(of.items ?? {}, how, choice)];
    if (of.type === 'integer') return 1;
    if (of.type === 'boolean') return choice % 2 === 1;
    if (of.type !== 'object') return 'open';
    const names = Object.keys(of.properties ?? {});
    const kept = how === 'least' ? names.filter((name) => of.required?.includes(name)) : names;
    return Object.fromEntries(kept.map((name) => [name, make(of.properties?.[name] ?? {}, how, choice)]));
  };
  return (['whole', 'least', 'null'] as const).flatMap((how) =>
    [0, 1, 2, 3].map((choice) => make(schema, how, choice)),
  );
}
