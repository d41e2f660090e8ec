import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isPaletteWanted, openPalette } from '../../commands/palette/open-palette.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands, setContextBase } from '../../commands/runtime.ts';
import type { Command } from '../../commands/types.ts';
import type { Actors } from '../../state/types.ts';
import PaletteDialog from './PaletteDialog.tsx';

const ran = vi.fn();
const navigate = vi.fn();

const COMMANDS: Command[] = [
  {
    id: 'go.sources',
    title: 'Sources',
    group: 'Go to',
    icon: 'source',
    keys: 'g s',
    scope: 'global',
    enabled: () => true,
    run: (_ctx, args, source) => ran('go.sources', args, source),
  },
  {
    id: 'pipeline.deploy',
    title: 'Deploy',
    group: 'Pipeline',
    icon: 'deploy',
    scope: 'global',
    enabled: () => 'The graph has an unconnected transform: Sample',
    causeOf: () => ({ path: '/pipelines/1?node=2' }),
    run: () => ran('pipeline.deploy'),
  },
  {
    id: 'pipeline.delete',
    title: 'Delete pipeline',
    group: 'Pipeline',
    icon: 'delete',
    scope: 'global',
    enabled: () => true,
    args: [
      {
        kind: 'option',
        name: 'pipeline',
        title: 'Pipeline',
        load: () => [
          { id: 'p1', label: 'web-logs' },
          { id: 'p2', label: 'audit', disabledReason: 'It is being deployed' },
        ],
      },
    ],
    review: (_ctx, args) => ({
      title: 'Delete the pipeline?',
      body: `It stops ${args.pipeline}.`,
      action: 'Delete 1 pipeline',
      destructive: true,
    }),
    run: (_ctx, args, source) => ran('pipeline.delete', args, source),
  },
  {
    id: 'pipeline.rename',
    title: 'Rename pipeline',
    group: 'Pipeline',
    icon: 'rename',
    scope: 'global',
    enabled: () => true,
    args: [
      {
        kind: 'text',
        name: 'name',
        title: 'Name',
        validate: (value) => (value.length > 2 ? true : 'A name has 3 characters or more'),
      },
    ],
    run: (_ctx, args) => ran('pipeline.rename', args),
  },
  {
    id: 'version.show',
    title: 'Show version',
    group: 'Version',
    icon: 'search',
    scope: 'global',
    enabled: () => true,
    args: [
      {
        kind: 'option',
        name: 'version',
        title: 'Version',
        load: () => Array.from({ length: 60 }, (_, index) => ({ id: `v${index}`, label: `v${index}` })),
      },
    ],
    run: () => undefined,
  },
];

const command = (id: string): Command => ({
  id,
  title: id,
  group: 'Macro',
  icon: 'play',
  scope: 'global',
  enabled: () => true,
  run: () => ran(id),
});

const show = (commandId?: string) => {
  act(() => openPalette(commandId));
  render(<PaletteDialog />);
  return userEvent.setup();
};

/** The row announced by screen readers must be the highlighted one. */
const announced = (): string => {
  const input = screen.getByRole('combobox');
  const id = input.getAttribute('aria-activedescendant');
  const selected = screen.getAllByRole('option', { selected: true });
  expect(selected).toHaveLength(1);
  expect(selected[0]?.id).toBe(id);
  return selected[0]?.textContent ?? '';
};

type LateParts = Record<string, () => Promise<{ commands: Command[]; scopes: [] }>>;

const installed = (commands: readonly Command[] = COMMANDS, parts: LateParts = {}) => {
  const registry = createRegistry(commands, [], parts);
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  return registry;
};

beforeEach(() => {
  ran.mockClear();
  navigate.mockClear();
  localStorage.clear();
  isPaletteWanted.set(false);
  installed();
  setContextBase({ path: '/', search: '', navigate, site: undefined, sites: [], actors: {} as Actors });
});

describe('the command palette', () => {
  it('runs the row that is announced and highlighted', async () => {
    const user = show();
    await user.keyboard('sour');
    expect(announced()).toContain('Sources');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(ran).toHaveBeenCalledWith('go.sources', {}, 'palette'));
    expect(isPaletteWanted.get()).toBe(false);
  });

  it('moves the announced row with the arrows, around the end', async () => {
    const user = show();
    const first = announced();
    await user.keyboard('{ArrowUp}');
    expect(announced()).not.toBe(first);
    await user.keyboard('{ArrowDown}');
    expect(announced()).toBe(first);
  });

  it('all listed rows are rendered, and Up wraps to the last one', async () => {
    installed(Array.from({ length: 60 }, (_, index) => command(`macro.${index}`)));
    const user = show();
    expect(announced()).toContain('macro.0');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(50));
    await user.keyboard('{ArrowUp}');
    expect(announced()).toContain('macro.49');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(ran).toHaveBeenCalledWith('macro.49'));
  });

  it('a disabled command stays with its reason; Enter opens the cause', async () => {
    const user = show();
    await user.keyboard('deploy');
    expect(announced()).toContain('The graph has an unconnected transform: Sample');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(navigate).toHaveBeenCalledWith('/pipelines/1?node=2'));
    expect(ran).not.toHaveBeenCalled();
  });

  it('arguments are asked for, refusals have reasons, destructive commands are reviewed', async () => {
    const user = show('pipeline.delete');
    await screen.findByRole('option', { name: /web-logs/ });
    await user.keyboard('audit{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('It is being deployed');
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('web{Enter}');
    const act = await screen.findByRole('button', { name: 'Delete 1 pipeline' });
    expect(screen.getByText('It stops p1.')).toBeVisible();
    expect(screen.getByRole('button', { name: /Back/ })).toHaveFocus();
    await user.click(act);
    await waitFor(() => expect(ran).toHaveBeenCalledWith('pipeline.delete', { pipeline: 'p1' }, 'palette'));
  });

  it('goes back a page with Backspace on an empty field', async () => {
    const user = show('pipeline.delete');
    await screen.findByRole('option', { name: /web-logs/ });
    await user.keyboard('{Backspace}');
    expect(await screen.findByRole('option', { name: /Sources/ })).toBeInTheDocument();
  });

  it('an empty list says why, and so does text without a match', async () => {
    const none: Command = {
      ...command('session.end'),
      args: [{ kind: 'option', name: 'id', title: 'Session', load: () => [], empty: 'No other session' }],
    };
    installed([...COMMANDS, none]);
    const user = show('session.end');
    expect(await screen.findByText('No other session')).toBeVisible();
    expect(screen.queryByRole('listbox'), 'a list without options').toBeNull();
    await user.keyboard('x');
    expect(await screen.findByText('Nothing matches')).toBeVisible();
  });

  it('names the rule that a text breaks and keeps the text', async () => {
    const user = show('pipeline.rename');
    await user.keyboard('ab{Enter}');
    expect(await screen.findByText('A name has 3 characters or more')).toBeVisible();
    await user.keyboard('c{Enter}');
    await waitFor(() => expect(ran).toHaveBeenCalledWith('pipeline.rename', { name: 'abc' }));
  });

  it('begins a text with what was chosen before it', async () => {
    installed([
      {
        ...command('output.rename'),
        args: [
          { kind: 'option', name: 'output', title: 'Output', load: () => [{ id: 'noise', label: 'noise' }] },
          { kind: 'text', name: 'name', title: 'Name', initial: (_ctx, { output }) => output ?? '' },
        ],
      },
    ]);
    const user = show('output.rename');
    await screen.findByRole('option', { name: /noise/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('noise'));
  });

  it('lists at most 35 options and says that typing finds the others [R2.8-34, R2.8-35]', async () => {
    const user = show('version.show');
    expect(await screen.findAllByRole('option')).toHaveLength(35);
    expect(screen.getByText('Type in input area to search for more options')).toBeVisible();
    await user.keyboard('v58');
    expect(announced()).toContain('v58');
    expect(screen.queryByText('Type in input area to search for more options')).toBeNull();
  });

  it('text typed before the field exists is kept, and runs nothing', async () => {
    const behind = vi.fn();
    window.addEventListener('keydown', behind);
    const user = userEvent.setup();
    act(() => openPalette());
    await user.keyboard('sourx{Backspace}{Enter}');
    expect(behind).not.toHaveBeenCalled();
    render(<PaletteDialog />);
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('sour'));
    expect(announced()).toContain('Sources');
    await user.keyboard('c');
    expect(screen.getByRole('combobox')).toHaveValue('sourc');
    window.removeEventListener('keydown', behind);
  });

  it('a name entered before the field exists is taken', async () => {
    act(() => openPalette('pipeline.rename'));
    await userEvent.setup().keyboard('web-logs{Enter}');
    render(<PaletteDialog />);
    await waitFor(() => expect(ran).toHaveBeenCalledWith('pipeline.rename', { name: 'web-logs' }));
  });

  it('a chosen command runs before the next key, also where frames are late', async ({ onTestFinished }) => {
    const user = show();
    const order: string[] = [];
    ran.mockImplementation((id: string) => order.push(id));
    await user.keyboard('sources');
    expect(announced()).toContain('Sources');
    const behind = ({ key }: KeyboardEvent) => order.push(key);
    window.addEventListener('keydown', behind);
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    onTestFinished(() => {
      frame.mockRestore();
      ran.mockReset();
      window.removeEventListener('keydown', behind);
    });
    await user.keyboard('{Enter}x');
    expect(order).toEqual(['Enter', 'go.sources', 'x']);
  });

  it('is called off by Escape before it is there', async () => {
    act(() => openPalette());
    await userEvent.setup().keyboard('so{Escape}');
    expect(isPaletteWanted.get()).toBe(false);
  });

  it('lists a command that comes while it is open', async () => {
    const registry = installed();
    const user = show();
    await user.keyboard('round trip');
    expect(screen.queryByRole('option')).toBeNull();
    act(() => registry.setDynamic([{ ...command('macro.a'), title: 'Round trip' }]));
    await waitFor(() => expect(announced()).toContain('Round trip'));
    expect(screen.getByRole('combobox')).toHaveValue('round trip');
  });

  describe('before the commands of other screens are there', () => {
    const late = () => {
      const { promise, resolve, reject } = Promise.withResolvers<Command[]>();
      installed(COMMANDS, { other: async () => ({ commands: await promise, scopes: [] }) });
      return { resolve, reject };
    };
    const audit = (title: string): Command => ({ ...command('audit.verify'), title });

    it('opens at once, and lists them as they come', async () => {
      const { resolve } = late();
      const user = show();
      await user.keyboard('verify');
      expect(screen.getByText('Loading')).toBeVisible();
      resolve([audit('Verify the audit')]);
      await waitFor(() => expect(announced()).toContain('Verify the audit'));
      await user.keyboard('{Enter}');
      await waitFor(() => expect(ran).toHaveBeenCalledWith('audit.verify'));
    });

    it('what was typed finds its best match once they come', async () => {
      const { resolve } = late();
      const user = show();
      await user.keyboard('sour');
      expect(announced()).toContain('Sources');
      resolve([audit('Sour')]);
      await waitFor(() => expect(announced()).toMatch(/^Sour(?!ces)/));
    });

    it('a row that was moved to stays highlighted', async () => {
      const { resolve } = late();
      const user = show();
      await user.keyboard('pipeline{ArrowDown}');
      const chosen = announced();
      resolve([audit('Pipeline')]);
      await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Pipeline/));
      expect(announced()).toBe(chosen);
    });

    it('says that some could not be loaded', async () => {
      const { reject } = late();
      const user = show();
      await user.keyboard('verify');
      reject(new Error('Failed to fetch'));
      expect(
        await screen.findByText(
          'Nothing matches, but not all commands could be loaded; open the palette again to try again',
        ),
      ).toBeVisible();
    });

    it('Enter on the best match waits for them', async () => {
      const { resolve } = late();
      const user = show();
      await user.keyboard('sour{Enter}');
      expect(screen.getByText('Loading more commands')).toBeVisible();
      expect(ran).not.toHaveBeenCalled();
      resolve([audit('Sour')]);
      await waitFor(() => expect(ran).toHaveBeenCalledWith('audit.verify'));
      expect(ran).toHaveBeenCalledOnce();
    });

    it('a second Enter runs what is highlighted', async () => {
      late();
      const user = show();
      await user.keyboard('sour{Enter}{Enter}');
      await waitFor(() => expect(ran).toHaveBeenCalledWith('go.sources', {}, 'palette'));
    });

    it('what matches beside commands that failed to load is not run by an earlier Enter', async () => {
      const { reject } = late();
      const user = show();
      await user.keyboard('sour{Enter}');
      reject(new Error('Failed to fetch'));
      expect(
        await screen.findByText('Not all commands could be loaded; open the palette again to try again'),
      ).toBeVisible();
      expect(ran).not.toHaveBeenCalled();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(ran).toHaveBeenCalledWith('go.sources', {}, 'palette'));
    });
  });

  it('drops the reason once a command can run again', async () => {
    let reason: string | true = 'The graph is empty';
    const registry = installed([{ ...command('pipeline.pause'), title: 'Pause', enabled: () => reason }]);
    show();
    expect(announced()).toContain('The graph is empty');
    reason = true;
    act(() => registry.setDynamic([]));
    await waitFor(() => expect(announced()).not.toContain('The graph is empty'));
  });

  it('closes on Escape and runs nothing', async () => {
    const user = show();
    expect(within(screen.getByRole('dialog')).getByRole('combobox')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isPaletteWanted.get()).toBe(false));
    expect(ran).not.toHaveBeenCalled();
  });
});
