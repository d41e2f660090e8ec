import { render } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MultiSelect } from '../../src/console/components/widgets/filters/multi-select.tsx';
import type { Selected } from '../../src/console/components/widgets/filters/types.ts';
import { recordTranscript } from '../harness/screen-reader.ts';

const OPTIONS = Array.from({ length: 12 }, (_, index) => ({ value: `v${index}`, label: `web-${index}` }));

function Owner() {
  const [selected, setSelected] = useState<Selected>(['v3']);
  return (
    <MultiSelect
      label="Source"
      options={OPTIONS}
      selected={selected}
      isDefault={false}
      onPick={setSelected}
      onAll={() => setSelected('all')}
      onClear={() => setSelected([])}
    />
  );
}

test('multi-select: chosen values, options and matches are read', async () => {
  // Preloads the lazy list.
  await import('../../src/console/components/widgets/filters/select-popup.tsx');
  render(<Owner />);
  expect(
    await recordTranscript(['{Tab}', '{Enter}', '{ArrowDown}', '{Enter}', 'web-1', '{Escape}']),
  ).toMatchInlineSnapshot(`
    [
      "{Tab} → combobox, Source: web-3, has popup listbox, not expanded",
      "{Enter} → dialog, Source | combobox, Search options, has popup listbox, expanded, active descendant web-3, autocomplete in list, 1 control | option, web-3, selected, position 1, set size 12",
      "{ArrowDown} → option, web-0, not selected, position 2, set size 12",
      "{Enter} → option, web-0, selected",
      "web-1 → option, web-3, selected, position 1, set size 12 | polite: 12 options | polite: 3 options | option, web-1, not selected, position 1, set size 3",
      "{Escape} → combobox, Source: web-0, web-3, has popup listbox, not expanded, no autocomplete",
    ]
  `);
});
