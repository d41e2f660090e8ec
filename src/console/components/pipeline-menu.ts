import type { CommandMenuItem } from './commands/CommandMenu.tsx';

export const createPipelineMenu = (id: string): CommandMenuItem[] => {
  const args = { pipeline: id };
  return [
    { id: 'pipeline.open', args, label: 'View' },
    { id: 'pipeline.edit', args, label: 'Edit' },
    { id: 'pipeline.pause', args },
    { id: 'pipeline.bypass', args },
    { id: 'pipeline.deploy', args },
    { id: 'pipeline.export', args, label: 'Export…' },
    { id: 'pipeline.delete', args, label: 'Delete', danger: true, startsGroup: true },
  ];
};
