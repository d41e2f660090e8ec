import { useCallback } from 'react';
import type { SavingPrice } from '../../../contract/entities/saving-price.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';

type Price = { pricePerGigabyte: number | null; currency: string; revision: number };

const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['getSavingPrice'] });

export function useSavingScope(siteId: string, price: SavingPrice | undefined): void {
  const { actors } = useShell();
  const { start, isRunning } = useSingleWrite<Price>({
    call: 'setSavingPrice',
    write: async ({ revision, ...savingPrice }) => {
      await callApi('setSavingPrice', { path: { siteId }, body: { savingPrice } }, { ifMatch: revision });
    },
    succeed: () => {
      readAgain();
      actors.notify({ message: 'Price per GB saved', status: 'success' });
    },
    fail: readAgain,
  });
  const revision = price?.revision ?? 0;
  const save = useCallback(
    (pricePerGigabyte: number | null, currency: string) => start({ pricePerGigabyte, currency, revision }),
    [start, revision],
  );
  usePublishScope('dashboard.saving', { price, isSaving: isRunning, save });
}
