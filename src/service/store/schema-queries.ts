export type SavedQueryRow = {
  id: string;
  site_id: string;
  name: string;
  description: string;
  sql: string;
  /** As in addresses: `1h`, `1763700000-1763703600`. */
  time: string;
  chart: string;
  created_by: string;
  revision: number;
  created_at: number;
  updated_at: number;
};

export type DashboardRow = {
  id: string;
  site_id: string;
  name: string;
  description: string;
  /** As in addresses. */
  time: string;
  /** 0 means never. */
  refresh_seconds: number;
  /** JSON. */
  variables: string;
  /** JSON, in their order. */
  panels: string;
  created_by: string;
  revision: number;
  created_at: number;
  updated_at: number;
};
