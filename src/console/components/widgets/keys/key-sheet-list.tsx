import { KeySequence } from './key-chip.tsx';
import * as css from './key-sheet-list.css.ts';

export type KeySheetRow = {
  id: string;
  keys: string;
  title: string;
};

type KeySheetListProps = {
  pending: readonly string[];
  title: string;
  rows: readonly KeySheetRow[];
};

export function KeySheetList({ pending, title, rows }: KeySheetListProps) {
  return (
    <section className={css.sheet} aria-label={`Keys after ${pending.join(' ').toUpperCase()}`}>
      <p className={css.head}>
        <span className={css.title}>{title}</span>
        <span className={css.hint}>press the next key</span>
        <span className={css.end}>stays open until you choose</span>
      </p>
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.id} className={css.row}>
            <KeySequence binding={row.keys} large />
            {row.title}
          </li>
        ))}
      </ul>
    </section>
  );
}
