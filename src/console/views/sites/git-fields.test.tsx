import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SITE_LABELS } from '../../../contract/entities/site-form.ts';
import { VENDORS } from '../../../contract/enums.ts';
import { GitFields } from './GitFields.tsx';
import { VENDOR_LABELS } from './looks.ts';
import type { SiteConfig } from './save.ts';

const CONFIG = {
  vendor: 'AWS',
  engine: 'embedded',
  managedByGit: true,
  gitEmbedded: false,
  needsApproval: false,
  gitProvider: '',
  gitRepo: '',
  gitBranch: '',
  gitAccessToken: '',
  gitRepoPath: '',
  gitApi: '',
  gitSigned: false,
  gitMessage: '',
  gitFollowed: false,
  gitToken: { text: '' },
  gitWebhookSecret: { text: '' },
  gitSshKey: { text: '' },
} as const;

const open = (
  change: Partial<SiteConfig> = {},
  onChange: (next: Partial<SiteConfig>) => void = () => undefined,
) => render(<GitFields formId="f" config={{ ...CONFIG, ...change }} errors={{}} isNew onChange={onChange} />);

test.each([
  ['R3-41', 'gitRepo', 'Repository URL'],
  ['R3-42, R3-43', 'gitBranch', 'Branch'],
  ['R3-44', 'gitAccessToken', 'SSH Key'],
  ['R3-46', 'gitRepoPath', 'Path'],
] as const)('git fields: $1 is labeled $2 [$0]', (_, field, label) => {
  open();
  expect(SITE_LABELS[field]).toBe(label);
  expect(screen.getByRole('textbox', { name: label })).toBeVisible();
});

test('the SSH key is a text area of 5 rows [R3-45]', () => {
  open();
  const key = screen.getByRole('textbox', { name: 'SSH Key' });
  expect([key.tagName, key.getAttribute('rows')]).toEqual(['TEXTAREA', '5']);
});

test('that Git manages the site is a switch [R3-47]', () => {
  open();
  expect(screen.getByRole('switch', { name: 'Managed by Git' })).toBeChecked();
});

test('an embedded repository asks for two people by a switch, and for no address [R1-32]', async () => {
  const sent: unknown[] = [];
  open({ gitEmbedded: true }, (next) => sent.push(next));
  await userEvent.click(screen.getByRole('switch', { name: 'Needs two people' }));
  expect(sent).toEqual([{ needsApproval: true }]);
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByRole('textbox', { name: /^Commit message/ })]);
});

test('a followed repository asks for an access token in place of an SSH key [R1-31]', async () => {
  const sent: unknown[] = [];
  open({ gitFollowed: true }, (next) => sent.push(next));
  expect(screen.getByText(/what is on it is what runs/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'SSH Key' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Git Provider' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Access token'), 'x');
  expect(sent).toEqual([{ gitToken: { text: 'x' } }]);
});

test('an address for SSH asks for a private key in place of a token [R1-31]', async () => {
  const sent: unknown[] = [];
  open({ gitFollowed: true, gitRepo: 'git@example.org:a.git' }, (next) => sent.push(next));
  expect(screen.queryByLabelText('Access token')).toBeNull();
  expect(screen.getByText(/Penstock makes a key pair/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Private SSH key'), 'x');
  expect(sent).toEqual([{ gitSshKey: { text: 'x' } }]);
});

test('pull requests at a provider need a token, also over SSH [R1-32]', async () => {
  const sent: unknown[] = [];
  const followed = { gitFollowed: true, gitRepo: 'git@example.org:team/a.git' } as const;
  const { unmount } = open(followed, (next) => sent.push(next));
  expect(screen.queryByRole('textbox', { name: 'API address' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Pull requests at' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Gitea or Forgejo' }));
  expect(sent).toEqual([{ gitProvider: 'GITEA' }]);
  unmount();
  open({ ...followed, gitProvider: 'GITEA' });
  expect(screen.getByRole('textbox', { name: 'API address' })).toBeVisible();
  expect(screen.getByText(/open pull requests and set commit statuses/)).toBeVisible();
});

test('a stored access token is never shown, and can be cleared [R1-31]', async () => {
  const sent: unknown[] = [];
  render(
    <GitFields
      formId="f"
      config={{ ...CONFIG, gitFollowed: true, gitToken: 'stored' }}
      errors={{}}
      isNew={false}
      hasToken
      onChange={(next) => sent.push(next)}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear Access token' }));
  expect(sent).toEqual([{ gitToken: { text: '' } }]);
});

test('the form says that nothing connects to a repository elsewhere', () => {
  open();
  expect(screen.getByText(/nothing uses the key/)).toBeVisible();
  expect(screen.queryByRole('switch', { name: 'Needs two people' })).toBeNull();
});

test('the providers are GitHub and GitLab [R3-39, R3-40]', async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('combobox', { name: 'Git Provider' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'GitHub',
    'GitLab',
  ]);
});

test('vendors are AWS, GCP, Azure, Air Gapped and Self Managed, in order [R3-38]', () => {
  expect(VENDORS.map((vendor) => VENDOR_LABELS[vendor])).toEqual([
    'AWS',
    'GCP',
    'Azure',
    'Air Gapped',
    'Self Managed',
  ]);
});
