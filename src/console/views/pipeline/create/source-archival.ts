import * as z from 'zod/mini';
import { idSchema } from '../../../../contract/ids.ts';
import { sessionStore } from '../../../actors/storage.ts';
import { notify } from '../../../actors/toasts.ts';
import { callApi } from '../../../api/call-api.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { KINDS } from '../../../parts/connection-form/kinds.ts';

const KEY = 'penstock.sourceArchival';

const chosenSchema = z.object({
  siteId: idSchema('site'),
  sourceId: idSchema('node'),
  sinkId: idSchema('node'),
});

/** The source of a new pipeline and the destination it is to be archived to (R3-11). */
export type SourceArchival = z.output<typeof chosenSchema>;

/** Waits, as long as the tab, for the pipeline to be saved: until then nothing is changed. */
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
 * Archives the source of a pipeline that has just been saved, as it was chosen when the pipeline was started.
 * A refusal is shown, and the pipeline stays saved.
 * @param nodeIds of the saved graph: a source that was taken out again is left as it is.
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
