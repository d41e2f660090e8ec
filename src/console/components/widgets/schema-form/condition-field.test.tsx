import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { PatternTrial } from '../../../../contract/calls/patterns.ts';
import type { Condition } from '../../../../contract/conditions.ts';
import { type CodeTools, CodeToolsContext } from '../code/code-tools.ts';
import { ConditionField } from './condition-field.tsx';

function Form() {
  const [value, setValue] = useState<Condition>();
  return <ConditionField id="when" label="Only events where" value={value} onChange={setValue} />;
}

it('the focus enters an added rule, and returns after the last removal', async () => {
  const user = userEvent.setup();
  render(<Form />);
  screen.getByRole('button', { name: 'Add rule' }).focus();
  await user.keyboard('{Enter}');
  await user.keyboard('level');
  expect(document.activeElement).toHaveValue('level');

  screen.getByRole('button', { name: 'Add group' }).focus();
  await user.keyboard('{Enter}');
  await user.keyboard('host');
  expect(document.activeElement).toHaveValue('host');
  screen.getByRole('button', { name: 'Add rule to group' }).focus();
  await user.keyboard('{Enter}');
  await user.keyboard('code');
  expect(document.activeElement).toHaveValue('code');

  const removers = screen.getAllByRole('button', { name: /^Remove/ });
  removers.at(-1)?.focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Add rule' })).toHaveFocus();
});

const VALUES: Record<string, string[]> = { request: ['/logo.png', '/'], response: [] };

/** Records the calls in `asked`. */
function toolsThat(asked: PatternTrial[]): CodeTools {
  return {
    testPattern: async (trial) => {
      asked.push(trial);
      const results = trial.samples.map((text) => {
        const start = text.search(trial.pattern);
        const end = start + (text.match(trial.pattern)?.[0].length ?? 0);
        return start < 0 ? { matched: false, groups: [] } : { matched: true, start, end, groups: [] };
      });
      return { results };
    },
    samples: ['of the field of the transform'],
    samplesOf: (field) => VALUES[field] ?? [],
    eventCount: 2,
  };
}

function PatternForm({ rule, asked }: { rule: Condition['rules'][number]; asked: PatternTrial[] }) {
  const [value, setValue] = useState<Condition | undefined>({ match: 'all', rules: [rule] });
  const [tools] = useState(() => toolsThat(asked));
  return (
    <CodeToolsContext value={tools}>
      <ConditionField id="when" label="Only events where" value={value} onChange={setValue} />
    </CodeToolsContext>
  );
}
const tester = () => screen.getByRole('group', { name: 'Try rule 1 value' });

it('a pattern is tried on the events while it is typed', async () => {
  const user = userEvent.setup();
  const asked: PatternTrial[] = [];
  render(<PatternForm asked={asked} rule={{ field: 'request', operator: 'matches', value: '[.]pn' }} />);
  await user.type(screen.getByRole('textbox', { name: 'Rule 1 value' }), 'g$');
  expect(asked.at(-1)).toEqual({ kind: 'pattern', pattern: '[.]png$', samples: ['/logo.png', '/'] });
  expect(await within(tester()).findByText('1 of 2 samples match')).toBeVisible();
  expect(within(tester()).getByText('.png').closest('mark')).not.toBeNull();
});

it('a rule against a pattern says for how many samples it holds', async () => {
  render(<PatternForm asked={[]} rule={{ field: 'request', operator: 'not_matches', value: 'png' }} />);
  expect(
    await within(tester()).findByText('1 of 2 samples match; the rule holds for the other'),
  ).toBeVisible();
});

it('a field in no event is reported missing; other rules are quiet', async () => {
  const user = userEvent.setup();
  render(<PatternForm asked={[]} rule={{ field: 'response', operator: 'matches', value: '^5' }} />);
  expect(tester()).toHaveTextContent("None of the newest 2 events has the field 'response'.");
  await user.clear(screen.getByRole('textbox', { name: 'Rule 1 field' }));
  expect(tester()).toHaveTextContent('Enter a field to see its newest values here.');
  await user.click(screen.getByRole('combobox', { name: 'Rule 1 operator' }));
  await user.click(await screen.findByRole('option', { name: 'contains' }));
  expect(screen.queryByRole('group', { name: 'Try rule 1 value' })).toBeNull();
});

it('condition: a negative rule says what happens to missing fields, and counts them', async () => {
  const rule = { field: 'level', operator: 'not_equals' as const, value: 'debug' };
  const condition: Condition = { match: 'all', rules: [rule] };
  const field = <ConditionField id="when" label="Only events where" value={condition} onChange={() => {}} />;
  const { rerender } = render(field);
  const operator = screen.getByLabelText('Rule 1 operator');
  expect(operator).toHaveAccessibleDescription('Also met where the field is missing.');
  const countMissing = () => ({ missing: 26, all: 30 });
  rerender(<CodeToolsContext value={{ countMissing }}>{field}</CodeToolsContext>);
  expect(screen.getByLabelText('Rule 1 operator')).toHaveAccessibleDescription(
    'Also met where the field is missing. 26 of 30 events of the preview do not have it.',
  );
});
