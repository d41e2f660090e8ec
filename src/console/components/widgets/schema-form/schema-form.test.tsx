import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { configProblems } from '../../../../contract/config-checks.ts';
import { listProperties } from '../../../../contract/config-format.ts';
import { focusField } from './schema-form.tsx';
import { createProperty, format, held, Owner } from './testing.tsx';

describe('generated form', () => {
  it('draws a field per property and reports changes by name [R3-23]', async () => {
    const user = userEvent.setup();
    render(<Owner of={format(createProperty('Address', {}), createProperty('TLS', { kind: 'boolean' }))} />);
    await user.type(screen.getByRole('textbox', { name: 'Address' }), '::1');
    await user.click(screen.getByRole('switch', { name: 'TLS' }));
    expect(held.value).toEqual({ Address: '::1', TLS: true });
  });

  it('shows a property only while its rule holds', async () => {
    const user = userEvent.setup();
    const certificate = createProperty('Certificate', { visibleWhen: { property: 'TLS', oneOf: [true] } });
    render(<Owner of={format(createProperty('TLS', { kind: 'boolean' }), certificate)} />);
    expect(screen.queryByLabelText('Certificate')).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'TLS' }));
    expect(screen.getByLabelText('Certificate')).toBeVisible();
  });

  it('leaves out properties of other site versions [R3-24]', () => {
    const of = format(
      createProperty('Old', { maxSiteVersion: '1.0.0' }),
      createProperty('New', { minSiteVersion: '2.0.0' }),
    );
    render(<Owner of={of} siteVersion="2.0.0" />);
    expect(screen.queryByLabelText('Old')).toBeNull();
    expect(screen.getByLabelText('New')).toBeVisible();
  });

  it('ties an error to its field and can move the focus there', () => {
    const of = format(
      createProperty('headers', { kind: 'objects', objStructure: [createProperty('name', {})] }),
    );
    render(
      <Owner
        of={of}
        initial={{ headers: [{ name: '' }] }}
        errors={{ 'headers.0.name': 'Name is required' }}
      />,
    );
    const field = screen.getByRole('textbox', { name: 'name' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Name is required');
    expect(focusField('f', 'headers.0.name')).toBe(true);
    expect(field).toHaveFocus();
  });

  it('takes and shows sizes and durations with their units, and keeps numbers', async () => {
    const user = userEvent.setup();
    const of = format(
      createProperty('Limit', { kind: 'integer', unit: 'bytes', min: 1024, default: 1_048_576 }),
      createProperty('Wait', { kind: 'integer', unit: 'ms' }),
    );
    render(<Owner of={of} initial={{ Limit: 268_435_456, Wait: 90_000 }} />);
    const [limit, wait] = [
      screen.getByRole('textbox', { name: 'Limit' }),
      screen.getByRole('textbox', { name: 'Wait' }),
    ];
    expect(limit).toHaveValue('256 MiB');
    expect(limit).toHaveAccessibleDescription('default: 1 MiB At least 1 KiB.');
    expect(wait).toHaveValue('90 s');
    await user.clear(limit);
    await user.type(limit, '256 mb');
    expect(held.value).toMatchObject({ Limit: 256_000_000 });
    expect(screen.getByText('256,000,000 bytes')).toBeVisible();
    await user.clear(wait);
    await user.type(wait, '1h 30m');
    await user.tab();
    expect(held.value).toMatchObject({ Wait: 5_400_000 });
    expect([limit, wait].map((input) => (input as HTMLInputElement).value)).toEqual(['256 MB', '90 min']);
  });

  it('keeps a size that cannot be read, with what to type instead', async () => {
    const user = userEvent.setup();
    const of = format(createProperty('Limit', { kind: 'integer', unit: 'bytes' }));
    render(<Owner of={of} initial={{ Limit: 1024 }} />);
    const field = screen.getByRole('textbox', { name: 'Limit' });
    await user.clear(field);
    await user.type(field, '256 apples');
    await user.tab();
    expect(field).toHaveValue('256 apples');
    expect(field).toHaveAccessibleDescription("Limit must be a size such as '256 MB' or '64 KiB'");
    expect(configProblems(listProperties(of), held.value)).toEqual([
      { field: 'Limit', message: "Limit must be a size such as '256 MB' or '64 KiB'" },
    ]);
  });

  it('keeps half-typed numbers as typed', async () => {
    const user = userEvent.setup();
    render(<Owner of={format(createProperty('Rate', { kind: 'number' }))} initial={{ Rate: 5 }} />);
    const field = screen.getByRole('textbox', { name: 'Rate' });
    await user.clear(field);
    await user.type(field, '-');
    expect(field).toHaveValue('-');
    expect(field).toHaveAccessibleDescription('Rate must be a number');
    expect(held.value).toEqual({});
    await user.type(field, '0.');
    expect(field).toHaveValue('-0.');
    await user.type(field, '50');
    expect(held.value).toEqual({ Rate: -0.5 });
    expect(field).toHaveValue('-0.50');
  });

  it('never shows a stored secret, and can keep it', async () => {
    const user = userEvent.setup();
    render(
      <Owner of={format(createProperty('Token', { kind: 'secret' }))} initial={{ Token: { set: true } }} />,
    );
    await user.click(screen.getByRole('button', { name: 'Replace Token' }));
    await user.type(screen.getByLabelText('Token'), 'new');
    expect(held.value).toEqual({ Token: 'new' });
    await user.click(screen.getByRole('button', { name: 'Keep the stored value' }));
    expect(held.value).toEqual({ Token: { set: true } });
  });

  it('takes a list by Enter and comma, and maps row by row', async () => {
    const user = userEvent.setup();
    render(
      <Owner
        of={format(createProperty('Fields', { kind: 'fields' }), createProperty('Headers', { kind: 'map' }))}
      />,
    );
    await user.type(screen.getByRole('textbox', { name: 'Fields' }), 'a.b{Enter}c,');
    await user.click(screen.getByRole('button', { name: 'Add name' }));
    await user.type(screen.getByRole('textbox', { name: 'Name 1' }), 'X-Key');
    await user.type(screen.getByRole('textbox', { name: 'Value 1' }), '1');
    expect(held.value).toEqual({ Fields: ['a.b', 'c'], Headers: { 'X-Key': '1' } });
    await user.click(screen.getByRole('button', { name: 'Remove a.b' }));
    expect(held.value).toMatchObject({ Fields: ['c'] });
  });
});

describe('advanced settings', () => {
  const of = format(
    createProperty('URL', {}),
    createProperty('Method', { required: false, default: 'POST' }),
    createProperty('Retries', { kind: 'integer', required: false, default: 3 }),
  );

  it('folds away what is not required and counts what was changed there', async () => {
    const user = userEvent.setup();
    render(<Owner of={of} initial={{ Method: 'POST', Retries: 5 }} />);
    expect(screen.getByRole('textbox', { name: 'URL' })).toBeVisible();
    expect(screen.getByLabelText('Method')).not.toBeVisible();
    const summary = screen.getByText('Advanced');
    expect(summary).toHaveTextContent('Advanced1 changed');
    await user.click(summary);
    await user.clear(screen.getByLabelText('Retries'));
    await user.type(screen.getByLabelText('Retries'), '3');
    expect(summary).toHaveTextContent(/^Advanced$/);
    expect(screen.getByLabelText('Method')).toBeVisible();
  });

  it('opens for what is wrong inside, also when the focus is led there', () => {
    const { rerender } = render(<Owner of={of} />);
    rerender(<Owner of={of} errors={{ Retries: 'Retries must be at most 9' }} />);
    expect(screen.getByLabelText('Retries')).toBeVisible();
    rerender(<Owner key="again" of={of} />);
    expect(screen.getByLabelText('Retries')).not.toBeVisible();
    expect(focusField('f', 'Retries')).toBe(true);
    expect(screen.getByLabelText('Retries')).toBeVisible();
    expect(screen.getByLabelText('Retries')).toHaveFocus();
  });

  it('begins with what is always required', () => {
    const essential = createProperty('Transport', { required: false, essential: true });
    render(<Owner of={format(essential, createProperty('Port', {}))} />);
    const labels = screen.getAllByRole('textbox').map((field) => field.closest('label, div')?.textContent);
    expect(labels.map((label) => /Port|Transport/.exec(label ?? '')?.[0])).toEqual(['Port', 'Transport']);
  });

  it('shows the first group where nothing is required', () => {
    const property = (name: string) => createProperty(name, { required: false });
    const groups = ['Rate', 'Limit'].map((name) => ({ name, label: name, properties: [property(name)] }));
    render(<Owner of={{ config_groups: groups }} />);
    expect(screen.getByRole('textbox', { name: 'Rate' })).toBeVisible();
    expect(screen.getByLabelText('Limit', { selector: 'input' })).not.toBeVisible();
  });
});

describe('conditions', () => {
  const of = format(createProperty('Only when', { kind: 'condition', required: false }));

  it('the keyboard builds rules, groups and operators, and removes them', async () => {
    const user = userEvent.setup();
    render(<Owner of={of} />);
    await user.tab();
    await user.keyboard('{Enter}');
    await user.type(screen.getByRole('textbox', { name: 'Rule 1 field' }), 'level');
    await user.type(screen.getByRole('textbox', { name: 'Rule 1 value' }), 'debug');
    expect(held.value).toEqual({
      'Only when': { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
    });
    await user.click(screen.getByRole('combobox', { name: 'Rule 1 operator' }));
    await user.keyboard('exists{Enter}');
    expect(held.value).toEqual({
      'Only when': { match: 'all', rules: [{ field: 'level', operator: 'exists' }] },
    });
    await user.click(screen.getByRole('button', { name: 'Add group' }));
    expect(screen.getByRole('group', { name: 'Group 2' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove group 2, rule 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove rule 1' }));
    expect(held.value).toEqual({});
  });
});

describe('known fields', () => {
  const tools = { fieldPaths: ['level', 'user.name', 'user.level'] };

  it('are chosen by keys, and any other can be typed', async () => {
    const user = userEvent.setup();
    render(<Owner of={format(createProperty('Where', { kind: 'field' }))} tools={tools} />);
    await user.type(screen.getByRole('combobox', { name: 'Where' }), 'lev');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'level',
      'user.level',
    ]);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(held.value).toEqual({ Where: 'user.level' });
    await user.clear(screen.getByRole('combobox', { name: 'Where' }));
    await user.type(screen.getByRole('combobox', { name: 'Where' }), 'other{Enter}');
    expect(held.value).toEqual({ Where: 'other' });
  });

  it('are added to a list, each once', async () => {
    const user = userEvent.setup();
    render(<Owner of={format(createProperty('Remove', { kind: 'fields' }))} tools={tools} />);
    await user.type(screen.getByRole('combobox', { name: 'Remove' }), 'user{ArrowDown}{Enter}');
    expect(held.value).toEqual({ Remove: ['user.name'] });
    await user.keyboard('other{Enter}{ArrowDown}');
    expect(held.value).toEqual({ Remove: ['user.name', 'other'] });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'level',
      'user.level',
    ]);
  });

  it('arrive while one types, and the field keeps the focus', async () => {
    const user = userEvent.setup();
    const of = format(
      createProperty('Where', { kind: 'field' }),
      createProperty('Remove', { kind: 'fields' }),
    );
    const { rerender } = render(<Owner of={of} tools={{ fieldPaths: [] }} />);
    for (const name of ['Where', 'Remove']) {
      rerender(<Owner of={of} tools={{ fieldPaths: [] }} />);
      await user.type(screen.getByRole('combobox', { name }), 'lev');
      rerender(<Owner of={of} tools={tools} />);
      expect(screen.getByRole('combobox', { name })).toHaveFocus();
      expect(screen.getByRole('combobox', { name })).toHaveValue('lev');
    }
  });

  it('close on Escape, and what is typed stays', async () => {
    const user = userEvent.setup();
    render(<Owner of={format(createProperty('Where', { kind: 'field' }))} tools={tools} />);
    await user.type(screen.getByRole('combobox', { name: 'Where' }), 'lev{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(held.value).toEqual({ Where: 'lev' });
  });
});
