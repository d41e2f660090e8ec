import { readFile, writeFile } from 'node:fs/promises';
import type { CliCommand, Run } from '../command.ts';
import { usageError } from '../exit.ts';
import { jsonText, table } from '../output.ts';
import { findPipelines, requireSite } from '../resolve.ts';

export const exportDefinitions: CliCommand = {
  name: 'export',
  summary: 'Write pipelines with their sources and destinations as YAML; without names the whole site.',
  calls: ['exportPipelines'],
  positionals: [{ name: 'PIPELINE', description: 'Names or ids.', isOptional: true, isMany: true }],
  options: {
    output: { short: 'o', value: 'FILE', description: 'Write to a file instead of standard output.' },
  },
  examples: ['export > site.yaml', "export 'web logs' --output web-logs.yaml"],
  async run(run) {
    const site = await requireSite(run);
    const pipelines = await findPipelines(run, run.positionals);
    const pipelineIds = pipelines.length > 0 ? pipelines.map(({ id }) => id) : undefined;
    const { data } = await run.client.call('exportPipelines', { query: { siteId: site.id, pipelineIds } });
    const text = run.isJson ? jsonText(data) : data.definition;
    const file = run.option('output');
    if (file === undefined) return run.write(text);
    await writeFile(file, text, { mode: 0o600 }).catch((error: Error) => {
      throw usageError(
        `'${file}' cannot be written: ${error.message}`,
        'Name a file in a folder that exists',
      );
    });
    run.note(`Written to ${file}\n`);
  },
};

async function readDefinition(run: Run): Promise<string> {
  const [file = '-'] = run.positionals;
  if (file === '-') return run.readInput();
  return readFile(file, 'utf8').catch((error: Error) => {
    throw usageError(`'${file}' cannot be read: ${error.message}`, "Name a file, or '-' for standard input");
  });
}

export const importDefinitions: CliCommand = {
  name: 'import',
  summary: 'Create and change what a definition names, all or nothing; nothing is deployed.',
  calls: ['importPipelines'],
  command: 'pipelines.import',
  positionals: [{ name: 'FILE', description: "The YAML file; '-' is standard input." }],
  options: { 'dry-run': { description: 'Show what would be done, and do nothing.' } },
  examples: ['import site.yaml --dry-run', 'import site.yaml'],
  async run(run) {
    const definition = await readDefinition(run);
    const site = await requireSite(run);
    const ask = (dryRun: boolean, ifMatch: string) =>
      run.client.call('importPipelines', {
        query: { siteId: site.id, dryRun },
        body: { definition },
        ifMatch,
      });
    const plan = await ask(true, '*');
    // Changes made between plan and import are not overwritten.
    const { data } = run.isOn('dry-run') ? plan : await ask(false, plan.etag ?? '*');
    if (run.isJson) return run.write(jsonText(data));
    const rows = data.entries.map(({ action, kind, name, changes, appliesTo }) => [
      action,
      kind.toLowerCase(),
      name,
      changes.map(({ field }) => field).join(', ') || '-',
      appliesTo.join(', ') || '-',
    ]);
    run.write(table(['ACTION', 'KIND', 'NAME', 'CHANGES', 'APPLIES AT ONCE TO'], rows));
    run.note(data.applied ? 'Imported; deploy a pipeline to run its new version\n' : 'Nothing was changed\n');
  },
};
