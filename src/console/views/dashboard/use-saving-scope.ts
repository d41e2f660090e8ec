import { useMachine } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import type { SavingPrice } from '../../../contract/entities/saving-price.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useCommandContext } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';

const FORGOTTEN = '';

export function useSavingScope(siteId: string, price: SavingPrice | undefined): void {
  const { actors } = useCommandContext();
  const logic = useMemo(
    () =>
      singleWriteMachine.provide({
        actors: {
          write: fromPromise(async ({ input }: { input: Record<string, string> }) => {
            const { price: amount = FORGOTTEN, currency = '', revision } = input;
            const pricePerGigabyte = amount === FORGOTTEN ? null : Number(amount);
            const body = { savingPrice: { pricePerGigabyte, currency } };
            await callApi('setSavingPrice', { path: { siteId }, body }, { ifMatch: Number(revision) });
            return {} as Record<string, string>;
          }),
        },
        actions: {
          succeed: () => {
            void queryClient.invalidateQueries({ queryKey: ['getSavingPrice'] });
            actors.notify({ message: 'Price per GB saved', status: 'success', shouldTimeout: true });
          },
          fail: (_, { error }) => {
            void queryClient.invalidateQueries({ queryKey: ['getSavingPrice'] });
            reportApiError(error, { id: 'setSavingPrice' });
          },
        },
      }),
    [siteId, actors],
  );
  const [writing, send] = useMachine(logic);
  const revision = String(price?.revision ?? 0);
  const save = useCallback(
    (amount: number | null, currency: string) =>
      send({
        type: 'write.requested',
        values: { price: amount === null ? FORGOTTEN : String(amount), currency, revision },
      }),
    [send, revision],
  );
  usePublishScope('dashboard.saving', { price, isSaving: writing.hasTag('busy'), save });
}
