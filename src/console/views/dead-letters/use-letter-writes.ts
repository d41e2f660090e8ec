import { useCallback } from 'react';
import { parseErrorText } from '../../../contract/errors.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { buildFileName, saveFile } from '../../components/widgets/charts/save-file.ts';
import { formatExact } from '../../lib/format.ts';
import { notify } from '../../state/toasts.ts';
import {
  discardLetters,
  exportLetters,
  type Order,
  type ReplayOutcome,
  replayLetters,
} from './letter-writes.ts';
import type { ReplayTo } from './scope.ts';

const formatLetters = (count: number): string =>
  count === 1 ? '1 dead letter' : `${formatExact(count)} dead letters`;

/** Tells each part of the outcome that has something of it. */
function notifyReplayed({ replayed, inProgress, refused, reason }: ReplayOutcome): void {
  if (refused > 0) {
    const { title } = parseErrorText(reason);
    const others = replayed + inProgress > 0 ? `, ${formatExact(replayed + inProgress)} replayed` : '';
    notify({ message: `${formatLetters(refused)} not replayed: ${title}${others}`, status: 'error' });
    return;
  }
  const waiting =
    inProgress > 0 ? `, ${formatExact(inProgress)} in progress until their destination accepts them` : '';
  const isNone = replayed + inProgress === 0;
  notify({
    message: isNone
      ? 'No dead letter was replayed: they are gone already'
      : `${formatLetters(replayed)} replayed${waiting}`,
    status: isNone ? 'info' : 'success',
  });
}

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
 * @param onChanged must be stable; called with the letters that may be gone now
 */
export function useLetterWrites(onChanged: (order: Order) => void) {
  const replay = useSingleWrite<Order & { to: ReplayTo }, ReplayOutcome>({
    call: 'replayDeadLetters',
    write: replayLetters,
    succeed: notifyReplayed,
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
