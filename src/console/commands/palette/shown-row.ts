import type { ArgumentSpec, PaletteRow } from '../../../../machines/command-palette/index.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';
import type { Palette } from './palette-actor.ts';
import type { TimeRow } from './time-page.ts';

export type ShownRow = {
  id: string;
  section: string;
  title: string;
  icon?: IconName;
  detail?: string;
  meta?: string;
  keys?: string;
  refusal?: string;
  /** On text pages: text that choosing the row puts in the field. */
  text?: string;
  /** On text pages: the typed text matches this row exactly, wherever it is in the list. */
  isMeant?: true;
  /** On text pages: id of the command to run instead. */
  leadsTo?: string;
};

const dropUndefined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export function toCommandRow(palette: Palette, row: PaletteRow, isSearch: boolean): ShownRow {
  const command = palette.command(row.id);
  const entity = palette.entity(row.id);
  const option = palette.option(row.id);
  return {
    id: row.id,
    title: row.title,
    section: isSearch ? '' : row.section,
    ...dropUndefined({
      icon: command?.icon ?? entity?.icon ?? option?.icon,
      detail: option?.description,
      meta: option?.detail ?? entity?.group ?? (isSearch ? command?.group : undefined),
      keys: palette.keys(row.id),
      refusal: row.refusal,
    }),
  };
}

export const toTimeRow = (row: TimeRow): ShownRow => ({
  id: row.id,
  section: row.section,
  title: row.title,
  icon: row.isCurrent ? 'check' : 'clock',
  text: row.text,
  ...(row.id === 'typed' ? { detail: row.detail } : { meta: row.detail }),
  ...dropUndefined({ refusal: row.refusal, keys: row.digit, isMeant: row.isMeant, leadsTo: row.leadsTo }),
});

/** Shows what Enter does with the text. */
export function toTextRow(
  palette: Palette,
  argument: ArgumentSpec | undefined,
  query: string,
  message: string | undefined,
): ShownRow {
  const { commandId = '' } = palette.actor.getSnapshot().context;
  const definition = palette.command(commandId)?.args?.find(({ name }) => name === argument?.name);
  const action = definition?.kind === 'text' ? definition.action : undefined;
  const label = action ?? argument?.label ?? '';
  return {
    id: 'text',
    section: '',
    title: query.trim() === '' ? label : `${label}: ${query.trim()}`,
    icon: 'enter',
    ...(message === undefined ? {} : { detail: message }),
  };
}
