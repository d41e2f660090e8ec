import { Document, visit } from 'yaml';
import type { Components } from './components.ts';
import { Reference, toPlain } from './references.ts';
import { STORAGE } from './rendered.ts';

export type Parts = { readonly components: Components; readonly pipelines: Record<string, unknown> };

const STORAGE_FOLDER = `\${env:PENSTOCK_STORAGE:-/var/lib/otelcol/storage}`;

/** Collectors refuse these or read them as line breaks, unless escaped between quotes. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && scalar.value.search(UNSAFE) >= 0) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .replace(UNSAFE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function writeConfiguration({ components, pipelines }: Parts, telemetry?: object): string {
  return writeYaml(
    toPlain({
      extensions: {
        [STORAGE]: { directory: new Reference(STORAGE_FOLDER), create_directory: true, fsync: true },
      },
      receivers: components.of('receivers'),
      processors: components.of('processors'),
      exporters: components.of('exporters'),
      service: { ...(telemetry && { telemetry }), extensions: [STORAGE], pipelines },
    }),
  );
}
