import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands } from '../../commands/runtime.ts';
import { isAssistantOpen } from '../../state/assistant-panel.ts';
import { AssistantRoom } from './assistant-room.tsx';

vi.mock('../../views/assistant/AssistantPanel.tsx', () => ({
  default: () => {
    throw new Error('a message that cannot be drawn');
  },
}));

afterEach(() => {
  cleanup();
  isAssistantOpen.set(false);
  vi.restoreAllMocks();
});

test('a chat that crashes shows a dialog; the screen stays [R2.7-26, R2.7-27]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  installCommands({ registry: createRegistry([], []) } as never);
  isAssistantOpen.set(true);
  render(
    <>
      <p>3 pipelines</p>
      <AssistantRoom />
    </>,
  );
  expect(await screen.findByRole('dialog', { name: 'Oops, something went wrong!' })).toBeVisible();
  expect(screen.getByRole('button', { name: /Reload/ })).toBeVisible();
  expect(screen.getByText('3 pipelines')).toBeInTheDocument();
});
