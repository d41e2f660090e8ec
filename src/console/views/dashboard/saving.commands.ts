import type { SavingPrice } from '../../../contract/entities/saving-price.ts';
import type { CommandContext } from '../../commands/context.ts';
import { defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';

export type SavingScope = {
  price: SavingPrice | undefined;
  isSaving: boolean;
  save: (pricePerGigabyte: number | null, currency: string) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'dashboard.saving': SavingScope;
  }
}

const getSavingScope = (ctx: CommandContext) => ctx.scopes['dashboard.saving'];

function canSave(ctx: CommandContext): true | string {
  const scope = getSavingScope(ctx);
  if (!scope) return 'The price is set on the dashboard of a site with pipelines';
  if (!scope.price) return 'The price is being read';
  return scope.isSaving ? 'The price is being saved' : true;
}

const PRICE = /^\d{1,6}(\.\d{1,6})?$/;
const CURRENCY = /^[A-Za-z]{3}$/;

/** Price per gigabyte of the site; without it no savings are shown. */
export const savingCommands = defineCommands([
  {
    id: 'site.setPrice',
    title: 'Set price per GB',
    group: 'Site',
    icon: 'edit',
    keywords: ['saving', 'cost', 'money', 'currency', 'estimate'],
    scope: 'dashboard.saving',
    bar: false,
    enabled: canSave,
    causeOf: (ctx) => (getSavingScope(ctx) ? undefined : { path: paths.dashboard() }),
    args: [
      {
        name: 'price',
        title: 'Price per GB',
        kind: 'text',
        initial: (ctx) => String(getSavingScope(ctx)?.price?.pricePerGigabyte ?? ''),
        validate: (value) => PRICE.test(value.trim()) || 'A price is a number, like 0.25',
        action: 'Next',
      },
      {
        name: 'currency',
        title: 'Currency',
        kind: 'text',
        initial: (ctx) => getSavingScope(ctx)?.price?.currency || 'USD',
        validate: (value) => CURRENCY.test(value.trim()) || 'A currency is three letters, like USD',
        action: 'Set price',
      },
    ],
    run: (ctx, args) =>
      getSavingScope(ctx)?.save(
        Number((args.price ?? '').trim()),
        (args.currency ?? '').trim().toUpperCase(),
      ),
    calls: ['setSavingPrice'],
  },
  {
    id: 'site.forgetPrice',
    title: 'Remove price per GB',
    group: 'Site',
    icon: 'close',
    keywords: ['saving', 'cost', 'money', 'estimate'],
    scope: 'dashboard.saving',
    bar: false,
    enabled: (ctx) => {
      const may = canSave(ctx);
      if (may !== true) return may;
      return getSavingScope(ctx)?.price?.pricePerGigabyte === null ? 'No price is set' : true;
    },
    run: (ctx) => getSavingScope(ctx)?.save(null, getSavingScope(ctx)?.price?.currency || 'USD'),
    calls: ['setSavingPrice'],
  },
]);
