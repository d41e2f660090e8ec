export type UserRow = {
  id: string;
  issuer: string;
  subject: string;
  name: string;
  email: string;
  picture: string;
  user_type: string;
  /** JSON: `[{id}]`. */
  roles: string;
  status: string;
  last_sign_in_at: number;
  revision: number;
  created_at: number;
};

export type RoleRow = {
  id: string;
  name: string;
  description: string;
  /** JSON. */
  grants: string;
  /** JSON; empty means every site. */
  site_ids: string;
  revision: number;
  created_at: number;
  updated_at: number;
};

export type ApiKeyRow = {
  id: string;
  secret_hash: string;
  name: string;
  description: string;
  role_id: string;
  /** JSON; empty means every site of the role. */
  site_ids: string;
  created_by: string;
  created_by_name: string;
  created_at: number;
  /** 0 for never. */
  expires_at: number;
  last_used_at: number;
  revoked_at: number;
};

export type SessionRow = {
  id: string;
  secret_hash: string;
  user_id: string;
  provider: string;
  user_agent: string;
  /** Sealed JSON of the session at the provider, or empty. */
  provider_session: string;
  created_at: number;
  last_seen_at: number;
  /** Absolute, regardless of use. */
  expires_at: number;
};

/** `settings` is JSON with sealed secrets; `fallback_hash` is empty without a code. */
/** `settings` is JSON, its key sealed. */
export type AssistantEndpointRow = { id: string; settings: string; revision: number; updated_at: number };

/** `messages` is JSON. */
export type ConversationRow = {
  user_id: string;
  id: string;
  site_id: string;
  title: string;
  messages: string;
  message_count: number;
  created_at: number;
  updated_at: number;
};

/** `day` is `2026-11-26` (UTC). */
export type AssistantUsageRow = { user_id: string; day: string; questions: number };

export type SsoSettingsRow = {
  id: string;
  settings: string;
  fallback_hash: string;
  revision: number;
  updated_at: number;
};

/** `sealed` is JSON. */
export type OwnKeyRow = { id: string; sealed: string; created_at: number };

export type OrganizationFeatureRow = { feature: string; updated_at: number; updated_by: string };
