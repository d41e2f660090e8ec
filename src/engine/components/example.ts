export type ExamplePaths = { file: string };

export type ExampleComponent = { name: string; templateId: string; config: Record<string, unknown> };

export type ExamplePipeline = {
  name: string;
  description: string;
  source: ExampleComponent;
  transforms: ExampleComponent[];
  sink: ExampleComponent;
};

/** Generator → parse → drop debug and health checks → remove fields → file. `file` is absolute. */
export const examplePipeline = (paths: ExamplePaths): ExamplePipeline => ({
  name: 'Example: application logs',
  description: 'Generated application logs, reduced to what is worth keeping.',
  source: {
    name: 'Example application',
    templateId: 'generator',
    config: { format: 'json', eventsPerSecond: 200 },
  },
  transforms: [
    { name: 'Parse JSON', templateId: 'parse_json', config: {} },
    {
      name: 'Drop debug and health checks',
      templateId: 'filter',
      config: {
        action: 'drop',
        match: {
          match: 'any',
          rules: [
            { field: 'level', operator: 'equals', value: 'debug' },
            { field: 'http.path', operator: 'equals', value: '/healthz' },
          ],
        },
      },
    },
    {
      name: 'Remove fields',
      templateId: 'remove_fields',
      config: { fields: ['kubernetes', 'http.headers', 'build'] },
    },
  ],
  sink: {
    name: 'Example file',
    templateId: 'file',
    config: { path: paths.file, format: 'ndjson', maxFileBytes: 10_000_000, keepFiles: 3 },
  },
});
