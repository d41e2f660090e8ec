import { createHash } from 'node:crypto';
import { CONNECTION_KINDS } from '../../contract/entities/changeset.ts';
import { computeFingerprint, toDefinitionValue } from '../exchange/canonical.ts';
import { readStoredPipelines, type StoredPipeline, toPipelineDefinition } from '../exchange/collect.ts';
import type { PipelineDefinition } from '../exchange/model.ts';
import { toYaml } from '../exchange/yaml/jobs.ts';
import { listLookupsOf } from '../files/lookups.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { commitTo } from './commit-style.ts';
import { toConnectionText, toConnectionValue } from './connection-text.ts';
import { toStoredLookupText } from './lookup-text.ts';
import { FILE_KINDS, MAIN, toPath } from './repository.ts';

const SLUG_MAX_LENGTH = 60;

export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');

/** `web-logs-300000000000000001.yaml`, unique by its id. */
export function toFileName({ id, name }: { id: string; name: string }): string {
  const slug = toSlug(name);
  return `${slug === '' ? '' : `${slug}-`}${id}.yaml`;
}

const toValue = (pipeline: PipelineDefinition) =>
  toDefinitionValue({ connections: [], pipelines: [pipeline] });

/** Sources and destinations by name; no secrets. */
export const toPipelineText = (services: Services, pipeline: PipelineDefinition): Promise<string> =>
  toYaml(services.apart, toValue(pipeline));

/** Equal for equal definitions, and to the tag of a plan that imports this pipeline alone. */
export const computeTag = (services: Services, stored: StoredPipeline): number =>
  computeFingerprint(toValue(toPipelineDefinition(services, stored)));

const OBJECT_IDS_KEPT = 20_000;
/** Object ids by digest: most files stay the same between commits. */
const objectIds = new Map<string, string>();

const README = `# Pipelines of one Penstock site

What this site has, one file each. Penstock writes it; people read it here and change it by pull requests.

| Folder | Each file is |
|---|---|
| \`pipelines/\` | A pipeline: its sources, its transforms in their order, and its destinations |
| \`sources/\` | A source: where events come from |
| \`destinations/\` | A destination: where events go |
| \`lookups/\` | A lookup table, with its content |

Pipelines name the sources, destinations and lookup tables that they use. \`git log -p FILE\` shows who changed one,
when, and why.

- **\`main\`** is what is stored. \`git diff A..B\` between two commits of it is what changed in between.
- **\`change-requests/…\`** is one open pull request, until it is merged or withdrawn.

To change something, edit it in Penstock and press *Raise PR*, or send a file with
\`penstock import FILE --raise 'Comment'\`. Pushes to this repository are not followed.

Not here: secrets (a masked one keeps what is stored), archives, alert rules, and the content of files that are no
lookup tables.
`;

const isLiving = ({ status, pending_action: pending }: PipelineRow): boolean =>
  status !== 'DELETED' && pending !== 'DELETE';

/**
 * Commits what is stored to `main`: at first, and later what changed past pull requests (by API key or
 * action). Serialize calls.
 * @returns the head of `main`
 */
export async function recordStored(
  services: Services,
  tx: Repositories,
  siteId: string,
  now: number,
): Promise<string> {
  const repository = services.repositories.of(siteId);
  const head = await repository.readBranch(MAIN);
  const files = new Map<string, string>();
  if (head !== undefined)
    for (const kind of FILE_KINDS)
      for (const [path, oid] of await repository.listFiles(head, kind)) files.set(path, oid);
  const paths = new Set<string>();
  const changed = new Map<string, string>();
  const compare = async (path: string, value: unknown, write: () => Promise<string>) => {
    paths.add(path);
    const digest = createHash('sha256').update(JSON.stringify(value)).digest('base64');
    const known = objectIds.get(digest);
    if (known !== undefined && files.get(path) === known) return;
    const text = await write();
    const oid = await repository.hashText(text);
    if (objectIds.size >= OBJECT_IDS_KEPT) objectIds.clear();
    objectIds.set(digest, oid);
    if (files.get(path) !== oid) changed.set(path, text);
  };
  const { rows } = await tx.pipelines.list({ siteIds: [siteId], types: ['USER'] });
  for (const stored of await readStoredPipelines(tx, rows.filter(isLiving))) {
    const definition = toPipelineDefinition(services, stored);
    await compare(toFileName(stored.row), toValue(definition), () => toPipelineText(services, definition));
  }
  for (const kind of CONNECTION_KINDS) {
    const { rows: nodes } = await tx.nodes.list({ kind, siteIds: [siteId] });
    for (const row of nodes)
      await compare(toPath(kind, toFileName(row)), toConnectionValue(services, row), () =>
        toConnectionText(services, row),
      );
  }
  for (const row of await listLookupsOf(tx, siteId)) {
    const path = toPath('LOOKUP', toFileName(row));
    const text = files.has(path) ? undefined : await toStoredLookupText(services, row);
    // Content lost from the data folder stays in the repository.
    if (text === undefined && !files.has(path)) continue;
    await compare(path, ['LOOKUP', row.name, row.sha256], async () => {
      const stored = text ?? (await toStoredLookupText(services, row));
      return stored ?? (await repository.readFile(head ?? '', path)) ?? '';
    });
  }
  const remove = [...files.keys()].filter((path) => !paths.has(path));
  if (head !== undefined && remove.length === 0 && changed.size === 0) return head;
  const commit = await commitTo(services, tx, siteId, repository, {
    onto: head,
    parents: head === undefined ? [] : [head],
    put: changed,
    remove,
    readme: README,
    message:
      head === undefined ? 'Begin with what the site has' : 'Record what was stored past pull requests',
    author: { name: 'Penstock', email: 'penstock@localhost' },
    at: now,
  });
  await repository.writeBranch(MAIN, commit);
  return commit;
}
