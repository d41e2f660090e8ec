import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { listProperties } from '../../../contract/config-format.ts';
import { findTemplate } from '../../../engine/components/catalogue.ts';
import { SchemaForm } from '../widgets/schema-form/schema-form.tsx';
import { findKeptSecretErrors } from './kept-secret-errors.ts';

const SAVED: Record<string, unknown> = { url: 'https://siem:8088/', token: { set: true } };

function HecForm() {
  const [value, setValue] = useState(SAVED);
  const format = findTemplate('SINK', 'splunk_hec')?.configFormat;
  if (!format) throw new Error('no form');
  const errors = findKeptSecretErrors(listProperties(format), SAVED, value);
  return <SchemaForm formId="f" format={format} value={value} errors={errors} onChange={setValue} />;
}

test('form: a changed address asks for the stored token at once', async () => {
  const user = userEvent.setup();
  render(<HecForm />);
  const url = screen.getByRole('textbox', { name: 'URL' });
  const why = /enter the token again, since it was given for https:\/\/siem:8088/;
  await user.type(url, 'services');
  expect(screen.queryByText(why)).toBeNull();
  await user.clear(url);
  await user.type(url, 'https://other:8088/');
  expect(screen.getByRole('group', { name: 'Token' })).toHaveAccessibleDescription(why);
  await user.click(screen.getByRole('button', { name: 'Replace Token' }));
  expect(screen.queryByText(why)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep the stored value' }));
  expect(screen.getByText(why)).toBeVisible();
});
