import { readFile, writeFile } from 'node:fs/promises';
import { counted } from '../../contract/values.ts';
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

/** By a pull request, or its draft. */
async function request(run: Run, siteId: string, text: string, tag: string | undefined): Promise<string> {
  const parts = {
    definition: { text, ...(tag === undefined ? {} : { tag: Number(tag.replaceAll('"', '')) }) },
  };
  if (run.isOn('draft')) {
    const { data } = await run.client.call('addToChangesetDraft', { body: { siteId, ...parts } });
    return `Added to your draft, which has ${counted(data.changes.length, 'change')}; nothing is stored\n`;
  }
  const changeSet = { siteId, description: run.option('raise') ?? '' };
  const { data } = await run.client.call('createChangeset', {
    body: { changeSet, ...parts, withDraft: true },
  });
  return `Raised as pull request ${data.id}, with your draft; nothing is stored before it is merged\n`;
}

export const importDefinitions: CliCommand = {
  name: 'import',
  summary: 'Create and change what a definition names, all or nothing; nothing is deployed.',
  calls: ['importPipelines', 'addToChangesetDraft', 'createChangeset'],
  command: 'pipelines.import',
  positionals: [{ name: 'FILE', description: "The YAML file; '-' is standard input." }],
  options: {
    'dry-run': { description: 'Show what would be done, and do nothing.' },
    draft: { description: 'On a site that Git manages: add it to your draft of a pull request.' },
    raise: { value: 'COMMENT', description: 'On a site that Git manages: raise it as a pull request.' },
  },
  examples: ['import site.yaml --dry-run', 'import site.yaml', "import site.yaml --raise 'Sample less'"],
  async run(run) {
    if (run.isOn('draft') && run.option('raise') !== undefined)
      throw usageError('--draft and --raise exclude each other', 'Give one of them');
    const definition = await readDefinition(run);
    const site = await requireSite(run);
    const ask = (dryRun: boolean, ifMatch: string) =>
      run.client.call('importPipelines', {
        query: { siteId: site.id, dryRun },
        body: { definition },
        ifMatch,
      });
    const plan = await ask(true, '*');
    // Must not overwrite changes made between plan and import.
    const isRequest = run.isOn('draft') || run.option('raise') !== undefined;
    const isPlan = run.isOn('dry-run') || isRequest;
    const { data } = isPlan ? plan : await ask(false, plan.etag ?? '*');
    const asked =
      isRequest && !run.isOn('dry-run') ? await request(run, site.id, definition, plan.etag) : undefined;
    if (run.isJson) return run.write(jsonText(data));
    const rows = data.entries.map(({ action, kind, name, changes, appliesTo }) => [
      action,
      kind.toLowerCase(),
      name,
      changes.map(({ field }) => field).join(', ') || '-',
      appliesTo.join(', ') || '-',
    ]);
    run.write(table(['ACTION', 'KIND', 'NAME', 'CHANGES', 'APPLIES AT ONCE TO'], rows));
    run.note(
      asked ??
        (data.applied ? 'Imported; deploy a pipeline to run its new version\n' : 'Nothing was changed\n'),
    );
  },
};
