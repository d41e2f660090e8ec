import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ImportTextDialog } from './import-text-dialog.tsx';

afterEach(cleanup);

test('Ctrl+Enter takes the text from anywhere in the dialog', async () => {
  const user = userEvent.setup();
  const onImport = vi.fn((_text: string) => ['Line 1 cannot be read']);
  render(
    <ImportTextDialog
      title="Import"
      message="Paste it."
      label="Definition"
      accept=".yaml"
      onImport={onImport}
      onClose={() => undefined}
    />,
  );
  const press = async (button: string) => {
    screen.getByRole('button', { name: new RegExp(`^${button}`) }).focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
  };
  await press('Cancel');
  expect(onImport).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: 'Definition' }), 'a');
  await press('Import');
  await press('Cancel');
  await press('Choose a file');
  expect(onImport.mock.calls.map(([text]) => text)).toEqual(['a', 'a', 'a']);
  expect(screen.getByText('Line 1 cannot be read')).toBeVisible();
});
