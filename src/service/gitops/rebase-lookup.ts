import type { Rebase, RequestConflict } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { computeFingerprint } from '../exchange/canonical.ts';
import { measureLookup } from '../files/lookups.ts';
import type { Services } from '../services.ts';
import type { AssetRow, ChangesetPipelineRow } from '../store/schema.ts';
import { describeGone, describeTaken, isNameTaken, readChange } from './entities.ts';
import { computeLookupTag, countLines, readLookupText, toStoredLookupText } from './lookup-text.ts';
import { takeChoices } from './rebase-choices.ts';
import type { RebasedConnection } from './rebase-connection.ts';
import { toPath } from './repository.ts';
import { toFileName } from './stored.ts';

const CONTENT = 'content';
const SHOWN = 8;

type Texts = { of: ChangesetPipelineRow; before: string; after: string };

/** Contents are chosen whole, as the files show them. */
const describe = (content: string): string => {
  const { sha256, sizeBytes } = measureLookup(content);
  return `${countLines(content)} lines, ${sizeBytes} bytes, SHA-256 ${sha256.slice(0, SHOWN)}…`;
};

const requireContent = async (services: Services, stored: AssetRow): Promise<string> => {
  const text = await toStoredLookupText(services, stored);
  if (text !== undefined) return (await readLookupText(services, text)).content;
  throw new ContractError('CONFLICT', `The content of '${stored.name}' is no longer in the data folder`);
};

export async function readLookupSides(services: Services, { of, before, after }: Texts, stored: AssetRow) {
  const read = async (text: string) => (await readLookupText(services, text)).content;
  const contents = {
    base: await read(before),
    mine: await read(after),
    theirs: await requireContent(services, stored),
  };
  const { base, mine, theirs } = contents;
  const isConflict = theirs !== base && theirs !== mine;
  const conflicts: RequestConflict[] = isConflict
    ? [
        {
          ...{ pipelineId: of.pipeline_id, key: CONTENT, node: stored.name, field: CONTENT },
          seen: computeFingerprint([base, mine, theirs].map((one) => measureLookup(one).sha256)),
          ...{ base: describe(base), mine: describe(mine), theirs: describe(theirs) },
        },
      ]
    : [];
  return { contents, conflicts };
}

/**
 * Rebases a changed lookup table: one of both contents.
 * @throws ContractError CONFLICT when a choice is missing or nothing remains
 */
async function rebaseLookup(
  services: Services,
  texts: Texts,
  stored: AssetRow,
  asked: Rebase,
): Promise<RebasedConnection> {
  const { contents, conflicts } = await readLookupSides(services, texts, stored);
  const taken = takeChoices(conflicts, asked).get(CONTENT) ?? 'mine';
  if (contents[taken] === contents.theirs)
    throw new ContractError(
      'CONFLICT',
      `Nothing remains to change in '${stored.name}': withdraw this pull request`,
    );
  const path = toPath('LOOKUP', toFileName(stored));
  return {
    ...{ of: texts.of, name: stored.name, basePath: path, path, text: texts.after },
    ...{ baseTag: computeLookupTag(stored), config: '', hasChosen: conflicts.length > 0 },
  };
}

/** Also for new and deleted tables. @throws ContractError CONFLICT */
export async function rebaseFile(
  services: Services,
  texts: Texts,
  siteId: string,
  asked: Rebase,
): Promise<RebasedConnection> {
  const { store } = services;
  const { of, after: text } = texts;
  const { name, path } = of;
  const whole = { of, config: '', hasChosen: false };
  if (readChange(of) === 'create') {
    if (await isNameTaken(store, siteId, of)) throw new ContractError('CONFLICT', describeTaken(of));
    return { ...whole, name, basePath: '', path, text, baseTag: 0 };
  }
  const stored = await store.assets.find(of.pipeline_id);
  if (!stored) throw new ContractError('CONFLICT', describeGone(of));
  if (readChange(of) === 'update') return rebaseLookup(services, texts, stored, asked);
  const basePath = toPath('LOOKUP', toFileName(stored));
  return { ...whole, name: stored.name, basePath, path: '', text: '', baseTag: computeLookupTag(stored) };
}
