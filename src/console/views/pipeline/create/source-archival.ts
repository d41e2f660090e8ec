import * as z from 'zod/mini';
import { idSchema } from '../../../../contract/ids.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { KINDS } from '../../../components/connection-form/kinds.ts';
import { sessionStore } from '../../../lib/storage.ts';
import { notify } from '../../../state/toasts.ts';

const KEY = 'penstock.sourceArchival';

const chosenSchema = z.object({
  siteId: idSchema('site'),
  sourceId: idSchema('node'),
  sinkId: idSchema('node'),
});

export type SourceArchival = z.output<typeof chosenSchema>;

/** Kept in the tab's session storage until the pipeline is saved; only then is the source changed. */
export const sourceArchival = {
  choose: (chosen: SourceArchival): void => sessionStore.write(KEY, JSON.stringify(chosen)),
  forget: (): void => sessionStore.remove(KEY),
  read: (): SourceArchival | undefined => {
    try {
      return z.safeParse(chosenSchema, JSON.parse(sessionStore.read(KEY) ?? '')).data;
    } catch {
      return undefined;
    }
  },
};

/**
 * Archives the source of a newly saved pipeline. A refusal is shown, and the pipeline stays saved.
 * @param nodeIds of the saved graph: a source removed from it stays unchanged
 */
export async function archiveChosenSource(nodeIds: readonly string[]): Promise<void> {
  const chosen = sourceArchival.read();
  if (!chosen) return;
  sourceArchival.forget();
  if (!nodeIds.includes(chosen.sourceId)) return;
  try {
    await callApi('enableArchival', { body: chosen });
    notify({ message: KINDS.source.toasts.updated, status: 'success' });
  } catch (error) {
    reportApiError(error, { id: 'enableArchival' });
  }
}
