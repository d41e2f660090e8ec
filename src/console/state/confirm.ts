import { useSelector } from '@xstate/react';
import { createActor } from 'xstate';
import { type ConfirmRequest, confirmMachine, selectRequest } from '../../../machines/confirm/index.ts';

export const confirmActor = createActor(confirmMachine);
confirmActor.start();

let asked = 0;

/** @returns false when canceled or when another question is open */
export function confirm(request: Omit<ConfirmRequest, 'id'>): Promise<boolean> {
  asked += 1;
  const id = `question-${asked}`;
  return new Promise((resolve) => {
    const subscription = confirmActor.on('confirm.answered', (answer) => {
      if (answer.id !== id) return;
      subscription.unsubscribe();
      resolve(answer.isConfirmed);
    });
    confirmActor.send({ type: 'confirm.asked', request: { ...request, id } });
  });
}

export const useConfirmRequest = () => useSelector(confirmActor, selectRequest);

export const answerConfirm = {
  accept: () => confirmActor.send({ type: 'confirm.accepted' }),
  cancel: () => confirmActor.send({ type: 'confirm.cancelled' }),
};
