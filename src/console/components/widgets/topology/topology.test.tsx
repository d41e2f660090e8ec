import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Topology, type TopologyNode } from './topology.tsx';

const healthy = { label: 'Healthy', shape: 'check', tone: 'ok' } as const;
const failing = { label: 'Failing', shape: 'octagon', tone: 'err' } as const;
const node = (id: string, column: TopologyNode['column'], bytes: number, health: TopologyNode['health']) => ({
  ...{ id, column, bytes, health },
  name: id,
  href: `/${id}`,
});
const nodes = [
  node('syslog', 0, 900, healthy),
  node('http', 0, 100, healthy),
  node('firewall', 1, 900, healthy),
  node('web', 1, 100, failing),
  node('archive', 2, 500, healthy),
];
const links = [
  { from: 'syslog', to: 'firewall', bytes: 900 },
  { from: 'http', to: 'web', bytes: 100 },
  { from: 'firewall', to: 'archive', bytes: 450 },
  { from: 'web', to: 'archive', bytes: 50 },
];

const show = () => {
  const onFollow = vi.fn();
  render(<Topology nodes={nodes} links={links} summary="Two sources." onFollow={onFollow} />);
  return { user: userEvent.setup(), onFollow };
};

describe('the map of a site', () => {
  it('is one Tab stop, walked by arrows, opened by Enter', async () => {
    const { user, onFollow } = show();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Source syslog Healthy 900 B' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('link', { name: 'Pipeline firewall Healthy 900 B' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onFollow).toHaveBeenCalledExactlyOnceWith('/web');
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(screen.getByRole('link', { name: /^Pipeline firewall/ })).toHaveFocus();
  });

  it('trouble is in words, color and shape; the summary belongs to it', () => {
    show();
    const map = screen.getByRole('group', { name: 'Map of the site' });
    expect(map).toHaveAccessibleDescription('Two sources.');
    expect(within(map).getByRole('link', { name: 'Pipeline web Failing 100 B' })).toHaveTextContent(
      'Failing',
    );
  });

  it('has the same as a table', async () => {
    const { user } = show();
    await user.click(screen.getByText('Show as table'));
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'syslog (Source)firewall (Pipeline)900 B',
      'http (Source)web (Pipeline), Failing100 B',
      'firewall (Pipeline)archive (Destination)450 B',
      'web (Pipeline), Failingarchive (Destination)50 B',
    ]);
  });
});
