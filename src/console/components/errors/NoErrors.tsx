import { EmptyState } from '../widgets/feedback/empty-state.tsx';

export const NoErrors = () => (
  <EmptyState title="No data found">No error occurred in this time range.</EmptyState>
);
