import { ConnectionsView } from './ConnectionsView.tsx';

export default function SourcesPage() {
  return <ConnectionsView kind="source" />;
}
