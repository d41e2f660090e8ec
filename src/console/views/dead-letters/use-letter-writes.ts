import { useCallback } from 'react';
import { reportApiError } from '../../api/report-error.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { buildFileName, saveFile } from '../../components/widgets/charts/save-file.ts';
import { notify } from '../../state/toasts.ts';
import { describeReplay, formatLetters, type ReplayOutcome } from './letter-words.ts';
import { discardLetters, exportLetters, type Order, replayLetters } from './letter-writes.ts';
import type { ReplayTo } from './scope.ts';

async function saveLetters(order: Order): Promise<void> {
  notify({ message: 'The dead letters are being read for the file', status: 'info' });
  try {
    saveFile(buildFileName('dead letters', 'ndjson'), await exportLetters(order));
  } catch (error) {
    reportApiError(error, { id: 'exportDeadLetters' });
  }
}

/**
 * One at a time: a double press changes once.
 * @param onChanged must be stable; gets the letters that may be gone now
 */
export function useLetterWrites(onChanged: (order: Order) => void) {
  const replay = useSingleWrite<Order & { to: ReplayTo }, ReplayOutcome>({
    call: 'replayDeadLetters',
    write: replayLetters,
    succeed: (outcome) => notify(describeReplay(outcome)),
    follow: (_, order) => onChanged(order),
  });
  const discard = useSingleWrite<Order, number>({
    call: 'discardDeadLetters',
    write: discardLetters,
    succeed: (count) => notify({ message: `${formatLetters(count)} discarded`, status: 'success' }),
    follow: (_, order) => onChanged(order),
  });
  const save = useCallback((order: Order) => void saveLetters(order), []);
  return {
    replay: replay.start,
    discard: discard.start,
    save,
    busy: replay.isRunning
      ? 'Dead letters are being replayed'
      : discard.isRunning
        ? 'Dead letters are being discarded'
        : undefined,
  };
}
