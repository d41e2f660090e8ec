import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Topology } from './topology.tsx';
import type { TopologyNode } from './types.ts';

const healthy = { label: 'Healthy', shape: 'check', tone: 'ok' } as const;
const failing = { label: 'Failing', shape: 'octagon', tone: 'err' } as const;
const node = (
  id: string,
  column: TopologyNode['column'],
  bytes: number,
  health: TopologyNode['health'],
): TopologyNode => ({ id, column, health, name: id, href: `/${id}`, rate: `${bytes} B/s` });
const link = (from: string, to: string, bytes: number) => ({ from, to, bytes, text: `${bytes} B/s` });
const nodes = [
  node('syslog', 0, 900, healthy),
  node('http', 0, 100, healthy),
  node('firewall', 1, 900, healthy),
  node('web', 1, 100, failing),
  {
    ...node('archive', 2, 500, failing),
    bufferShare: 0.06,
    mark: { fate: 'waiting', text: '1,430 waiting' } as const,
  },
];
const links = [
  link('syslog', 'firewall', 900),
  link('http', 'web', 100),
  link('firewall', 'archive', 450),
  {
    ...link('web', 'archive', 0),
    waiting: { text: '1,430 events waiting, 6 MB', isBlocked: true },
  },
];

const drops = [{ at: 'firewall', bytes: 450, text: '450 B/s dropped' }];

const show = () => {
  const onFollow = vi.fn();
  const { container } = render(
    <Topology nodes={nodes} links={links} drops={drops} summary="Two sources." onFollow={onFollow} />,
  );
  return { user: userEvent.setup(), onFollow, container };
};

describe('the map of a site', () => {
  it('is one Tab stop, walked by arrows, opened by Enter', async () => {
    const { user, onFollow } = show();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Source syslog Healthy 900 B/s' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('link', { name: 'Pipeline firewall Healthy 900 B/s' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onFollow).toHaveBeenCalledExactlyOnceWith('/web');
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(screen.getByRole('link', { name: /^Pipeline firewall/ })).toHaveFocus();
  });

  it('trouble is in words, color and shape; the summary belongs to it', () => {
    show();
    const map = screen.getByRole('group', { name: 'Map of the site' });
    expect(map).toHaveAccessibleDescription('Two sources.');
    expect(within(map).getByRole('link', { name: 'Pipeline web Failing 100 B/s' })).toHaveTextContent(
      'Failing',
    );
  });

  it('has the same as a table', async () => {
    const { user, container } = show();
    expect(container.querySelector('table')).toBeNull();
    await user.click(screen.getByText('Show as table'));
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'syslog (Source)firewall (Pipeline)900 B/s—no value',
      'http (Source)web (Pipeline), Failing100 B/s—no value',
      'firewall (Pipeline)archive (Destination), Failing450 B/s450 B/s dropped',
      'web (Pipeline), Failingarchive (Destination), Failing0 B/s1,430 events waiting, 6 MB',
    ]);
  });

  it('what waits has its own look, and nothing seems to flow there', () => {
    const { container } = show();
    expect(
      screen.getByRole('link', { name: 'Destination archive Failing 500 B/s 1,430 waiting' }),
    ).toBeVisible();
    const pipes = [...container.querySelectorAll('g')].map((pipe) => [
      pipe.querySelector('[data-waiting]') !== null,
      pipe.querySelectorAll('path').length,
    ]);
    expect(pipes).toEqual([
      [false, 2],
      [false, 2],
      [false, 2],
      [true, 1],
    ]);
  });
});
