import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Condition } from '../../../contract/conditions.ts';
import { ConditionField } from './condition-field.tsx';

function Form() {
  const [value, setValue] = useState<Condition>();
  return <ConditionField id="when" label="Only events where" value={value} onChange={setValue} />;
}

it('the focus goes into a rule or group that is added, and back to the button when the last one is removed', async () => {
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
