import type { Services } from '../services.ts';
import type { ChangesetPipelineRow } from '../store/schema.ts';
import { kindOf, readConnectionText } from './connection-text.ts';
import { type ReadChangeset, readTexts } from './entities.ts';
import { type NameReader, readCurrentText } from './names.ts';

const isConnection = (of: ChangesetPipelineRow): boolean => {
  const kind = kindOf(of);
  return kind !== undefined && kind !== 'LOOKUP';
};

export type Undone = {
  of: ChangesetPipelineRow;
  before: string;
  after: string;
  /** Texts of a pipeline, with the names of sources and destinations at each time. */
  named: Record<'beforeNow' | 'afterNow' | 'planned' | 'committed', string>;
};
/** Texts of a merged request; names may differ between raising, merging and now. */
export async function readUndone(
  services: Services,
  changeset: ReadChangeset,
  reader: NameReader,
): Promise<Undone[]> {
  const { store } = services;
  const { site_id: siteId, base_commit: base, head_commit: head, merge_commit: merge } = changeset.row;
  const texts = await readTexts(services, changeset);
  const reverted = new Map<string, string>();
  for (const { of, before } of texts)
    if (isConnection(of) && before !== '')
      reverted.set(of.pipeline_id, (await readConnectionText(services, before)).name);
  const committed = new Map([...(await reader.listAt(merge)), ...reverted]);
  const undone: Undone[] = [];
  for (const { of, before, after } of texts) {
    const rename = async (text: string, commit: string, coming: ReadonlyMap<string, string>) =>
      text === '' || kindOf(of)
        ? text
        : (await readCurrentText(services, store, text, reader, { siteId, commit, coming })).text;
    const named = {
      beforeNow: await rename(before, base, new Map()),
      afterNow: await rename(after, head, new Map()),
      planned: await rename(before, base, reverted),
      committed: await rename(before, base, committed),
    };
    undone.push({ of, before, after, named });
  }
  return undone;
}
