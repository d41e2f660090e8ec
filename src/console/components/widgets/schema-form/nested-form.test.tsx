import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ConfigProperty } from '../../../../contract/config-format.ts';
import { buildFieldId, focusFirstError } from './schema-form.tsx';
import { createProperty, format, held, Owner } from './testing.tsx';

const choice = (name: string, values: string[], linked: Record<string, ConfigProperty[]>): ConfigProperty =>
  createProperty(name, {
    kind: 'choice',
    options: values.map((value) => ({ value, label: value })),
    linkedConfigFormats: Object.entries(linked).map(([value, properties]) => ({
      oneOf: [value],
      configFormat: format(...properties),
    })),
  });

describe('linked formats [R3-24]', () => {
  const auth = choice('auth', ['none', 'basic', 'token'], {
    basic: [
      createProperty('user'),
      choice('store', ['here', 'vault'], { vault: [createProperty('address')] }),
    ],
    token: [createProperty('token')],
  });

  it('linked fields come and go with their value; input is kept', async () => {
    const user = userEvent.setup();
    render(<Owner hasSummary of={format(auth)} initial={{ auth: 'none' }} />);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'basic' }));
    await user.type(screen.getByRole('textbox', { name: 'user' }), 'shop');
    await user.click(screen.getByRole('combobox', { name: 'store' }));
    await user.click(screen.getByRole('option', { name: 'vault' }));
    await user.type(screen.getByRole('textbox', { name: 'address' }), 'v1');
    await user.click(screen.getByRole('radio', { name: 'token' }));
    expect(screen.queryByRole('textbox', { name: 'user' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'address' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'token' })).toHaveValue('');
    await user.click(screen.getByRole('radio', { name: 'basic' }));
    expect(screen.getByRole('textbox', { name: 'user' })).toHaveValue('shop');
    expect(screen.getByRole('textbox', { name: 'address' })).toHaveValue('v1');
    expect(held.value).toEqual({ auth: 'basic', user: 'shop', store: 'vault', address: 'v1' });
  });
});

describe('versions of a site [R5-44 … R5-48]', () => {
  const both = () => [
    createProperty('old', { maxSiteVersion: '1.9' }),
    createProperty('always'),
    createProperty('new', { minSiteVersion: '2.0' }),
  ];
  const of = format(
    createProperty('object', { kind: 'object', objStructure: both() }),
    createProperty('entries', { kind: 'objects', objStructure: both() }),
    choice('auth', ['none', 'basic'], {
      basic: both().map((one) => ({ ...one, name: `linked ${one.name}` })),
    }),
  );
  const namesAt = (siteVersion: string) => {
    const { unmount } = render(
      <Owner hasSummary of={of} initial={{ entries: [{}], auth: 'basic' }} siteVersion={siteVersion} />,
    );
    const names = screen.getAllByRole('textbox').map((field) => field.id);
    unmount();
    return names;
  };
  it.each([
    ['1.9', 'old'],
    ['2.0', 'new'],
  ])('site %s asks for %s in objects, lists and linked formats', (version, asked) => {
    expect(namesAt(version).sort()).toEqual(
      [
        'f.object.always',
        `f.object.${asked}`,
        'f.entries.0.always',
        `f.entries.0.${asked}`,
        'f.linked always',
        `f.linked ${asked}`,
      ].sort(),
    );
  });
});

describe('errors by field', () => {
  const rules = createProperty('rules', { kind: 'objects', objStructure: [createProperty('target')] });
  const three = { rules: [{ target: 'a' }, { target: '' }, { target: 'c' }] };

  it('an error in a list belongs to its entry alone', () => {
    render(
      <Owner
        hasSummary
        of={format(rules)}
        initial={three}
        errors={{ 'rules.1.target': 'Target is required' }}
      />,
    );
    const fields = screen.getAllByRole('textbox', { name: 'target' });
    expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true', null]);
    expect(fields[1]).toHaveAccessibleDescription('Target is required');
  });

  it('a property with an error is shown although its rule hides it', () => {
    const hidden = createProperty('certificate', { visibleWhen: { property: 'tls', oneOf: [true] } });
    render(
      <Owner
        of={format(createProperty('tls', { kind: 'boolean' }), hidden)}
        initial={{ tls: false }}
        errors={{ certificate: 'Certificate cannot be read' }}
      />,
    );
    expect(screen.getByRole('textbox', { name: 'certificate' })).toBeInvalid();
  });

  it('the summary links to each field, also to composite ones', async () => {
    const user = userEvent.setup();
    const errors = { 'fields.1': 'Entry 2 is no field', 'rules.2.target': 'Target is taken' };
    render(
      <Owner
        hasSummary
        of={format(createProperty('fields', { kind: 'fields' }), rules)}
        initial={{ ...three, fields: ['a', 'b..c'] }}
        errors={errors}
      />,
    );
    const summary = screen.getByRole('group', { name: '2 problems' });
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(within(summary).getByRole('button', { name: 'Target is taken' }));
    expect(screen.getAllByRole('textbox', { name: 'target' })[2]).toHaveFocus();
    await user.click(within(summary).getByRole('button', { name: 'Entry 2 is no field' }));
    expect(screen.getByRole('textbox', { name: 'fields' })).toHaveFocus();
  });

  it('the first error is the topmost, in whatever order they come', () => {
    const errors = { 'rules.2.target': 'no', name: 'no', gone: 'no' };
    render(<Owner hasSummary of={format(createProperty('name'), rules)} initial={three} errors={errors} />);
    expect(focusFirstError('f', errors)).toBe(true);
    expect(document.activeElement?.id).toBe(buildFieldId('f', 'name'));
    expect(focusFirstError('f', { gone: 'no' })).toBe(false);
  });
});

describe('entries of a list', () => {
  const of = format(
    createProperty('rules', {
      kind: 'objects',
      objStructure: [createProperty('target'), createProperty('n', { kind: 'number' })],
    }),
  );
  const open = () =>
    render(
      <Owner hasSummary of={of} initial={{ rules: [{ target: 'a' }, { target: 'b' }, { target: 'c' }] }} />,
    );
  const button = (name: string) => screen.getByRole('button', { name });
  const targets = () =>
    screen.getAllByRole('textbox', { name: 'target' }).map((field) => field.getAttribute('value'));

  it('a moved entry keeps the focus and half-typed text', async () => {
    const user = userEvent.setup();
    open();
    await user.type(screen.getAllByRole('textbox', { name: 'n' })[0] as HTMLElement, '-');
    button('Move rule 1 down').focus();
    await user.keyboard('{Enter}');
    expect(targets()).toEqual(['b', 'a', 'c']);
    expect(button('Move rule 2 down')).toHaveFocus();
    expect(screen.getAllByRole('textbox', { name: 'n' })[1]).toHaveValue('-');
    await user.keyboard('{Enter}');
    expect(button('Move rule 3 down')).toHaveFocus();
    expect(button('Move rule 3 down')).toHaveAccessibleDescription('It is the last');
    await user.keyboard('{Enter}');
    expect(targets()).toEqual(['b', 'c', 'a']);
  });

  it('a removed entry leaves the focus to the next, last, or Add', async () => {
    const user = userEvent.setup();
    open();
    button('Remove rule 2').focus();
    await user.keyboard('{Enter}');
    expect(targets()).toEqual(['a', 'c']);
    expect(button('Remove rule 2')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(button('Remove rule 1')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(button('Add rule')).toHaveFocus();
    expect(held.value).toEqual({ rules: [] });
    await user.keyboard('{Enter}');
    expect(screen.getByRole('textbox', { name: 'target' })).toHaveFocus();
  });
});
