import type { CreateTableBuilder } from 'kysely';

export const TEXT = 'text';

/** Not null: text, 64-bit integers, and doubles. */
export function columns<T extends string>(
  table: CreateTableBuilder<T, never>,
  spec: { text?: string[]; whole?: string[]; figure?: readonly string[] },
) {
  let builder: CreateTableBuilder<T, string> = table;
  for (const name of spec.text ?? []) builder = builder.addColumn(name, TEXT, (col) => col.notNull());
  for (const name of spec.whole ?? []) builder = builder.addColumn(name, 'bigint', (col) => col.notNull());
  for (const name of spec.figure ?? []) {
    builder = builder.addColumn(name, 'double precision', (col) => col.notNull().defaultTo(0));
  }
  return builder;
}
