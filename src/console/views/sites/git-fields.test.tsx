import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SITE_LABELS } from '../../../contract/entities/site-form.ts';
import { VENDORS } from '../../../contract/enums.ts';
import { GitFields } from './GitFields.tsx';
import { VENDOR_LABELS } from './looks.ts';

const CONFIG = {
  vendor: 'AWS',
  engine: 'embedded',
  managedByGit: true,
  gitProvider: '',
  gitRepo: '',
  gitBranch: '',
  gitAccessToken: '',
  gitRepoPath: '',
} as const;

const open = () =>
  render(<GitFields formId="f" config={CONFIG} errors={{}} isNew onChange={() => undefined} />);

test.each([
  ['R3-41', 'gitRepo', 'Repository URL'],
  ['R3-42, R3-43', 'gitBranch', 'Branch'],
  ['R3-44', 'gitAccessToken', 'SSH Key'],
  ['R3-46', 'gitRepoPath', 'Path'],
] as const)('%s: %s is called %s', (_, field, label) => {
  open();
  expect(SITE_LABELS[field]).toBe(label);
  expect(screen.getByRole('textbox', { name: label })).toBeVisible();
});

test('R3-45: the SSH key is a text area of 5 rows', () => {
  open();
  const key = screen.getByRole('textbox', { name: 'SSH Key' });
  expect([key.tagName, key.getAttribute('rows')]).toEqual(['TEXTAREA', '5']);
});

test('R3-47: that Git manages the site is a switch', () => {
  open();
  expect(screen.getByRole('switch', { name: 'Managed by Git' })).toBeChecked();
});

test('R3-39, R3-40: the providers are GitHub and GitLab', async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('combobox', { name: 'Git Provider' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'GitHub',
    'GitLab',
  ]);
});

test('R3-38: vendors are called AWS, GCP, Azure, Air Gapped and Self Managed, in that order', () => {
  expect(VENDORS.map((vendor) => VENDOR_LABELS[vendor])).toEqual([
    'AWS',
    'GCP',
    'Azure',
    'Air Gapped',
    'Self Managed',
  ]);
});
