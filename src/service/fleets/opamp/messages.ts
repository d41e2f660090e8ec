import { create, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { fileDesc, type GenMessage, messageDesc } from '@bufbuild/protobuf/codegenv2';

/** Descriptors of `anyvalue.proto` and `opamp.proto` of the OpAMP specification, as protoc-gen-es writes them. */
const ANY_VALUE =
  'Cg5hbnl2YWx1ZS5wcm90bxILb3BhbXAucHJvdG8i6AEKCEFueVZhbHVlEhYKDHN0cmluZ192YWx1ZRgBIAEoCUgAEhQKCmJvb2xfdmFsdWUYAiABKAhIABITCglpbnRfdmFsdWUYAyABKANIABIWCgxkb3VibGVfdmFsdWUYBCABKAFIABIuCgthcnJheV92YWx1ZRgFIAEoCzIXLm9wYW1wLnByb3RvLkFycmF5VmFsdWVIABIxCgxrdmxpc3RfdmFsdWUYBiABKAsyGS5vcGFtcC5wcm90by5LZXlWYWx1ZUxpc3RIABIVCgtieXRlc192YWx1ZRgHIAEoDEgAQgcKBXZhbHVlIjMKCkFycmF5VmFsdWUSJQoGdmFsdWVzGAEgAygLMhUub3BhbXAucHJvdG8uQW55VmFsdWUiNQoMS2V5VmFsdWVMaXN0EiUKBnZhbHVlcxgBIAMoCzIVLm9wYW1wLnByb3RvLktleVZhbHVlIj0KCEtleVZhbHVlEgsKA2tleRgBIAEoCRIkCgV2YWx1ZRgCIAEoCzIVLm9wYW1wLnByb3RvLkFueVZhbHVlQi5aLGdpdGh1Yi5jb20vb3Blbi10ZWxlbWV0cnkvb3BhbXAtZ28vcHJvdG9idWZzYgZwcm90bzM';
const OPAMP =
  'CgtvcGFtcC5wcm90bxILb3BhbXAucHJvdG8irgUKDUFnZW50VG9TZXJ2ZXISFAoMaW5zdGFuY2VfdWlkGAEgASgMEhQKDHNlcXVlbmNlX251bRgCIAEoBBI4ChFhZ2VudF9kZXNjcmlwdGlvbhgDIAEoCzIdLm9wYW1wLnByb3RvLkFnZW50RGVzY3JpcHRpb24SFAoMY2FwYWJpbGl0aWVzGAQgASgEEiwKBmhlYWx0aBgFIAEoCzIcLm9wYW1wLnByb3RvLkNvbXBvbmVudEhlYWx0aBI2ChBlZmZlY3RpdmVfY29uZmlnGAYgASgLMhwub3BhbXAucHJvdG8uRWZmZWN0aXZlQ29uZmlnEj0KFHJlbW90ZV9jb25maWdfc3RhdHVzGAcgASgLMh8ub3BhbXAucHJvdG8uUmVtb3RlQ29uZmlnU3RhdHVzEjYKEHBhY2thZ2Vfc3RhdHVzZXMYCCABKAsyHC5vcGFtcC5wcm90by5QYWNrYWdlU3RhdHVzZXMSNgoQYWdlbnRfZGlzY29ubmVjdBgJIAEoCzIcLm9wYW1wLnByb3RvLkFnZW50RGlzY29ubmVjdBINCgVmbGFncxgKIAEoBBJLChtjb25uZWN0aW9uX3NldHRpbmdzX3JlcXVlc3QYCyABKAsyJi5vcGFtcC5wcm90by5Db25uZWN0aW9uU2V0dGluZ3NSZXF1ZXN0EjwKE2N1c3RvbV9jYXBhYmlsaXRpZXMYDCABKAsyHy5vcGFtcC5wcm90by5DdXN0b21DYXBhYmlsaXRpZXMSMgoOY3VzdG9tX21lc3NhZ2UYDSABKAsyGi5vcGFtcC5wcm90by5DdXN0b21NZXNzYWdlEj4KFGF2YWlsYWJsZV9jb21wb25lbnRzGA4gASgLMiAub3BhbXAucHJvdG8uQXZhaWxhYmxlQ29tcG9uZW50cyIRCg9BZ2VudERpc2Nvbm5lY3QiVwoZQ29ubmVjdGlvblNldHRpbmdzUmVxdWVzdBI6CgVvcGFtcBgBIAEoCzIrLm9wYW1wLnByb3RvLk9wQU1QQ29ubmVjdGlvblNldHRpbmdzUmVxdWVzdCJeCh5PcEFNUENvbm5lY3Rpb25TZXR0aW5nc1JlcXVlc3QSPAoTY2VydGlmaWNhdGVfcmVxdWVzdBgBIAEoCzIfLm9wYW1wLnByb3RvLkNlcnRpZmljYXRlUmVxdWVzdCIhChJDZXJ0aWZpY2F0ZVJlcXVlc3QSCwoDY3NyGAEgASgMIrsBChNBdmFpbGFibGVDb21wb25lbnRzEkQKCmNvbXBvbmVudHMYASADKAsyMC5vcGFtcC5wcm90by5BdmFpbGFibGVDb21wb25lbnRzLkNvbXBvbmVudHNFbnRyeRIMCgRoYXNoGAIgASgMGlAKD0NvbXBvbmVudHNFbnRyeRILCgNrZXkYASABKAkSLAoFdmFsdWUYAiABKAsyHS5vcGFtcC5wcm90by5Db21wb25lbnREZXRhaWxzOgI4ASLhAQoQQ29tcG9uZW50RGV0YWlscxInCghtZXRhZGF0YRgBIAMoCzIVLm9wYW1wLnByb3RvLktleVZhbHVlEk0KEXN1Yl9jb21wb25lbnRfbWFwGAIgAygLMjIub3BhbXAucHJvdG8uQ29tcG9uZW50RGV0YWlscy5TdWJDb21wb25lbnRNYXBFbnRyeRpVChRTdWJDb21wb25lbnRNYXBFbnRyeRILCgNrZXkYASABKAkSLAoFdmFsdWUYAiABKAsyHS5vcGFtcC5wcm90by5Db21wb25lbnREZXRhaWxzOgI4ASKhBAoNU2VydmVyVG9BZ2VudBIUCgxpbnN0YW5jZV91aWQYASABKAwSOAoOZXJyb3JfcmVzcG9uc2UYAiABKAsyIC5vcGFtcC5wcm90by5TZXJ2ZXJFcnJvclJlc3BvbnNlEjUKDXJlbW90ZV9jb25maWcYAyABKAsyHi5vcGFtcC5wcm90by5BZ2VudFJlbW90ZUNvbmZpZxJCChNjb25uZWN0aW9uX3NldHRpbmdzGAQgASgLMiUub3BhbXAucHJvdG8uQ29ubmVjdGlvblNldHRpbmdzT2ZmZXJzEjoKEnBhY2thZ2VzX2F2YWlsYWJsZRgFIAEoCzIeLm9wYW1wLnByb3RvLlBhY2thZ2VzQXZhaWxhYmxlEg0KBWZsYWdzGAYgASgEEhQKDGNhcGFiaWxpdGllcxgHIAEoBBI+ChRhZ2VudF9pZGVudGlmaWNhdGlvbhgIIAEoCzIgLm9wYW1wLnByb3RvLkFnZW50SWRlbnRpZmljYXRpb24SMgoHY29tbWFuZBgJIAEoCzIhLm9wYW1wLnByb3RvLlNlcnZlclRvQWdlbnRDb21tYW5kEjwKE2N1c3RvbV9jYXBhYmlsaXRpZXMYCiABKAsyHy5vcGFtcC5wcm90by5DdXN0b21DYXBhYmlsaXRpZXMSMgoOY3VzdG9tX21lc3NhZ2UYCyABKAsyGi5vcGFtcC5wcm90by5DdXN0b21NZXNzYWdlIrQBChdPcEFNUENvbm5lY3Rpb25TZXR0aW5ncxIcChRkZXN0aW5hdGlvbl9lbmRwb2ludBgBIAEoCRIlCgdoZWFkZXJzGAIgASgLMhQub3BhbXAucHJvdG8uSGVhZGVycxIwCgtjZXJ0aWZpY2F0ZRgDIAEoCzIbLm9wYW1wLnByb3RvLlRMU0NlcnRpZmljYXRlEiIKGmhlYXJ0YmVhdF9pbnRlcnZhbF9zZWNvbmRzGAQgASgEIpQBChtUZWxlbWV0cnlDb25uZWN0aW9uU2V0dGluZ3MSHAoUZGVzdGluYXRpb25fZW5kcG9pbnQYASABKAkSJQoHaGVhZGVycxgCIAEoCzIULm9wYW1wLnByb3RvLkhlYWRlcnMSMAoLY2VydGlmaWNhdGUYAyABKAsyGy5vcGFtcC5wcm90by5UTFNDZXJ0aWZpY2F0ZSKXAgoXT3RoZXJDb25uZWN0aW9uU2V0dGluZ3MSHAoUZGVzdGluYXRpb25fZW5kcG9pbnQYASABKAkSJQoHaGVhZGVycxgCIAEoCzIULm9wYW1wLnByb3RvLkhlYWRlcnMSMAoLY2VydGlmaWNhdGUYAyABKAsyGy5vcGFtcC5wcm90by5UTFNDZXJ0aWZpY2F0ZRJPCg5vdGhlcl9zZXR0aW5ncxgEIAMoCzI3Lm9wYW1wLnByb3RvLk90aGVyQ29ubmVjdGlvblNldHRpbmdzLk90aGVyU2V0dGluZ3NFbnRyeRo0ChJPdGhlclNldHRpbmdzRW50cnkSCwoDa2V5GAEgASgJEg0KBXZhbHVlGAIgASgJOgI4ASIvCgdIZWFkZXJzEiQKB2hlYWRlcnMYASADKAsyEy5vcGFtcC5wcm90by5IZWFkZXIiJAoGSGVhZGVyEgsKA2tleRgBIAEoCRINCgV2YWx1ZRgCIAEoCSJECg5UTFNDZXJ0aWZpY2F0ZRIMCgRjZXJ0GAEgASgMEhMKC3ByaXZhdGVfa2V5GAIgASgMEg8KB2NhX2NlcnQYAyABKAwizQMKGENvbm5lY3Rpb25TZXR0aW5nc09mZmVycxIMCgRoYXNoGAEgASgMEjMKBW9wYW1wGAIgASgLMiQub3BhbXAucHJvdG8uT3BBTVBDb25uZWN0aW9uU2V0dGluZ3MSPQoLb3duX21ldHJpY3MYAyABKAsyKC5vcGFtcC5wcm90by5UZWxlbWV0cnlDb25uZWN0aW9uU2V0dGluZ3MSPAoKb3duX3RyYWNlcxgEIAEoCzIoLm9wYW1wLnByb3RvLlRlbGVtZXRyeUNvbm5lY3Rpb25TZXR0aW5ncxI6Cghvd25fbG9ncxgFIAEoCzIoLm9wYW1wLnByb3RvLlRlbGVtZXRyeUNvbm5lY3Rpb25TZXR0aW5ncxJWChFvdGhlcl9jb25uZWN0aW9ucxgGIAMoCzI7Lm9wYW1wLnByb3RvLkNvbm5lY3Rpb25TZXR0aW5nc09mZmVycy5PdGhlckNvbm5lY3Rpb25zRW50cnkaXQoVT3RoZXJDb25uZWN0aW9uc0VudHJ5EgsKA2tleRgBIAEoCRIzCgV2YWx1ZRgCIAEoCzIkLm9wYW1wLnByb3RvLk90aGVyQ29ubmVjdGlvblNldHRpbmdzOgI4ASK+AQoRUGFja2FnZXNBdmFpbGFibGUSPgoIcGFja2FnZXMYASADKAsyLC5vcGFtcC5wcm90by5QYWNrYWdlc0F2YWlsYWJsZS5QYWNrYWdlc0VudHJ5EhkKEWFsbF9wYWNrYWdlc19oYXNoGAIgASgMGk4KDVBhY2thZ2VzRW50cnkSCwoDa2V5GAEgASgJEiwKBXZhbHVlGAIgASgLMh0ub3BhbXAucHJvdG8uUGFja2FnZUF2YWlsYWJsZToCOAEihgEKEFBhY2thZ2VBdmFpbGFibGUSJgoEdHlwZRgBIAEoDjIYLm9wYW1wLnByb3RvLlBhY2thZ2VUeXBlEg8KB3ZlcnNpb24YAiABKAkSKwoEZmlsZRgDIAEoCzIdLm9wYW1wLnByb3RvLkRvd25sb2FkYWJsZUZpbGUSDAoEaGFzaBgEIAEoDCJ4ChBEb3dubG9hZGFibGVGaWxlEhQKDGRvd25sb2FkX3VybBgBIAEoCRIUCgxjb250ZW50X2hhc2gYAiABKAwSEQoJc2lnbmF0dXJlGAMgASgMEiUKB2hlYWRlcnMYBCABKAsyFC5vcGFtcC5wcm90by5IZWFkZXJzIpkBChNTZXJ2ZXJFcnJvclJlc3BvbnNlEjIKBHR5cGUYASABKA4yJC5vcGFtcC5wcm90by5TZXJ2ZXJFcnJvclJlc3BvbnNlVHlwZRIVCg1lcnJvcl9tZXNzYWdlGAIgASgJEiwKCnJldHJ5X2luZm8YAyABKAsyFi5vcGFtcC5wcm90by5SZXRyeUluZm9IAEIJCgdEZXRhaWxzIiwKCVJldHJ5SW5mbxIfChdyZXRyeV9hZnRlcl9uYW5vc2Vjb25kcxgBIAEoBCI+ChRTZXJ2ZXJUb0FnZW50Q29tbWFuZBImCgR0eXBlGAEgASgOMhgub3BhbXAucHJvdG8uQ29tbWFuZFR5cGUihAEKEEFnZW50RGVzY3JpcHRpb24SNQoWaWRlbnRpZnlpbmdfYXR0cmlidXRlcxgBIAMoCzIVLm9wYW1wLnByb3RvLktleVZhbHVlEjkKGm5vbl9pZGVudGlmeWluZ19hdHRyaWJ1dGVzGAIgAygLMhUub3BhbXAucHJvdG8uS2V5VmFsdWUisAIKD0NvbXBvbmVudEhlYWx0aBIPCgdoZWFsdGh5GAEgASgIEhwKFHN0YXJ0X3RpbWVfdW5peF9uYW5vGAIgASgGEhIKCmxhc3RfZXJyb3IYAyABKAkSDgoGc3RhdHVzGAQgASgJEh0KFXN0YXR1c190aW1lX3VuaXhfbmFubxgFIAEoBhJSChRjb21wb25lbnRfaGVhbHRoX21hcBgGIAMoCzI0Lm9wYW1wLnByb3RvLkNvbXBvbmVudEhlYWx0aC5Db21wb25lbnRIZWFsdGhNYXBFbnRyeRpXChdDb21wb25lbnRIZWFsdGhNYXBFbnRyeRILCgNrZXkYASABKAkSKwoFdmFsdWUYAiABKAsyHC5vcGFtcC5wcm90by5Db21wb25lbnRIZWFsdGg6AjgBIkIKD0VmZmVjdGl2ZUNvbmZpZxIvCgpjb25maWdfbWFwGAEgASgLMhsub3BhbXAucHJvdG8uQWdlbnRDb25maWdNYXAifwoSUmVtb3RlQ29uZmlnU3RhdHVzEh8KF2xhc3RfcmVtb3RlX2NvbmZpZ19oYXNoGAEgASgMEjEKBnN0YXR1cxgCIAEoDjIhLm9wYW1wLnByb3RvLlJlbW90ZUNvbmZpZ1N0YXR1c2VzEhUKDWVycm9yX21lc3NhZ2UYAyABKAki3gEKD1BhY2thZ2VTdGF0dXNlcxI8CghwYWNrYWdlcxgBIAMoCzIqLm9wYW1wLnByb3RvLlBhY2thZ2VTdGF0dXNlcy5QYWNrYWdlc0VudHJ5EikKIXNlcnZlcl9wcm92aWRlZF9hbGxfcGFja2FnZXNfaGFzaBgCIAEoDBIVCg1lcnJvcl9tZXNzYWdlGAMgASgJGksKDVBhY2thZ2VzRW50cnkSCwoDa2V5GAEgASgJEikKBXZhbHVlGAIgASgLMhoub3BhbXAucHJvdG8uUGFja2FnZVN0YXR1czoCOAEikwIKDVBhY2thZ2VTdGF0dXMSDAoEbmFtZRgBIAEoCRIZChFhZ2VudF9oYXNfdmVyc2lvbhgCIAEoCRIWCg5hZ2VudF9oYXNfaGFzaBgDIAEoDBIeChZzZXJ2ZXJfb2ZmZXJlZF92ZXJzaW9uGAQgASgJEhsKE3NlcnZlcl9vZmZlcmVkX2hhc2gYBSABKAwSLgoGc3RhdHVzGAYgASgOMh4ub3BhbXAucHJvdG8uUGFja2FnZVN0YXR1c0VudW0SFQoNZXJyb3JfbWVzc2FnZRgHIAEoCRI9ChBkb3dubG9hZF9kZXRhaWxzGAggASgLMiMub3BhbXAucHJvdG8uUGFja2FnZURvd25sb2FkRGV0YWlscyJVChZQYWNrYWdlRG93bmxvYWREZXRhaWxzEhgKEGRvd25sb2FkX3BlcmNlbnQYASABKAESIQoZZG93bmxvYWRfYnl0ZXNfcGVyX3NlY29uZBgCIAEoASIvChNBZ2VudElkZW50aWZpY2F0aW9uEhgKEG5ld19pbnN0YW5jZV91aWQYASABKAwiVQoRQWdlbnRSZW1vdGVDb25maWcSKwoGY29uZmlnGAEgASgLMhsub3BhbXAucHJvdG8uQWdlbnRDb25maWdNYXASEwoLY29uZmlnX2hhc2gYAiABKAwioAEKDkFnZW50Q29uZmlnTWFwEj4KCmNvbmZpZ19tYXAYASADKAsyKi5vcGFtcC5wcm90by5BZ2VudENvbmZpZ01hcC5Db25maWdNYXBFbnRyeRpOCg5Db25maWdNYXBFbnRyeRILCgNrZXkYASABKAkSKwoFdmFsdWUYAiABKAsyHC5vcGFtcC5wcm90by5BZ2VudENvbmZpZ0ZpbGU6AjgBIjUKD0FnZW50Q29uZmlnRmlsZRIMCgRib2R5GAEgASgMEhQKDGNvbnRlbnRfdHlwZRgCIAEoCSIqChJDdXN0b21DYXBhYmlsaXRpZXMSFAoMY2FwYWJpbGl0aWVzGAEgAygJIj8KDUN1c3RvbU1lc3NhZ2USEgoKY2FwYWJpbGl0eRgBIAEoCRIMCgR0eXBlGAIgASgJEgwKBGRhdGEYAyABKAwqYwoSQWdlbnRUb1NlcnZlckZsYWdzEiIKHkFnZW50VG9TZXJ2ZXJGbGFnc19VbnNwZWNpZmllZBAAEikKJUFnZW50VG9TZXJ2ZXJGbGFnc19SZXF1ZXN0SW5zdGFuY2VVaWQQASqSAQoSU2VydmVyVG9BZ2VudEZsYWdzEiIKHlNlcnZlclRvQWdlbnRGbGFnc19VbnNwZWNpZmllZBAAEiYKIlNlcnZlclRvQWdlbnRGbGFnc19SZXBvcnRGdWxsU3RhdGUQARIwCixTZXJ2ZXJUb0FnZW50RmxhZ3NfUmVwb3J0QXZhaWxhYmxlQ29tcG9uZW50cxACKvcCChJTZXJ2ZXJDYXBhYmlsaXRpZXMSIgoeU2VydmVyQ2FwYWJpbGl0aWVzX1Vuc3BlY2lmaWVkEAASJAogU2VydmVyQ2FwYWJpbGl0aWVzX0FjY2VwdHNTdGF0dXMQARIpCiVTZXJ2ZXJDYXBhYmlsaXRpZXNfT2ZmZXJzUmVtb3RlQ29uZmlnEAISLQopU2VydmVyQ2FwYWJpbGl0aWVzX0FjY2VwdHNFZmZlY3RpdmVDb25maWcQBBIlCiFTZXJ2ZXJDYXBhYmlsaXRpZXNfT2ZmZXJzUGFja2FnZXMQCBIsCihTZXJ2ZXJDYXBhYmlsaXRpZXNfQWNjZXB0c1BhY2thZ2VzU3RhdHVzEBASLworU2VydmVyQ2FwYWJpbGl0aWVzX09mZmVyc0Nvbm5lY3Rpb25TZXR0aW5ncxAgEjcKM1NlcnZlckNhcGFiaWxpdGllc19BY2NlcHRzQ29ubmVjdGlvblNldHRpbmdzUmVxdWVzdBBAKj4KC1BhY2thZ2VUeXBlEhgKFFBhY2thZ2VUeXBlX1RvcExldmVsEAASFQoRUGFja2FnZVR5cGVfQWRkb24QASqPAQoXU2VydmVyRXJyb3JSZXNwb25zZVR5cGUSIwofU2VydmVyRXJyb3JSZXNwb25zZVR5cGVfVW5rbm93bhAAEiYKIlNlcnZlckVycm9yUmVzcG9uc2VUeXBlX0JhZFJlcXVlc3QQARInCiNTZXJ2ZXJFcnJvclJlc3BvbnNlVHlwZV9VbmF2YWlsYWJsZRACKiYKC0NvbW1hbmRUeXBlEhcKE0NvbW1hbmRUeXBlX1Jlc3RhcnQQACrMBQoRQWdlbnRDYXBhYmlsaXRpZXMSIQodQWdlbnRDYXBhYmlsaXRpZXNfVW5zcGVjaWZpZWQQABIjCh9BZ2VudENhcGFiaWxpdGllc19SZXBvcnRzU3RhdHVzEAESKQolQWdlbnRDYXBhYmlsaXRpZXNfQWNjZXB0c1JlbW90ZUNvbmZpZxACEiwKKEFnZW50Q2FwYWJpbGl0aWVzX1JlcG9ydHNFZmZlY3RpdmVDb25maWcQBBIlCiFBZ2VudENhcGFiaWxpdGllc19BY2NlcHRzUGFja2FnZXMQCBIsCihBZ2VudENhcGFiaWxpdGllc19SZXBvcnRzUGFja2FnZVN0YXR1c2VzEBASJgoiQWdlbnRDYXBhYmlsaXRpZXNfUmVwb3J0c093blRyYWNlcxAgEicKI0FnZW50Q2FwYWJpbGl0aWVzX1JlcG9ydHNPd25NZXRyaWNzEEASJQogQWdlbnRDYXBhYmlsaXRpZXNfUmVwb3J0c093bkxvZ3MQgAESNQowQWdlbnRDYXBhYmlsaXRpZXNfQWNjZXB0c09wQU1QQ29ubmVjdGlvblNldHRpbmdzEIACEjUKMEFnZW50Q2FwYWJpbGl0aWVzX0FjY2VwdHNPdGhlckNvbm5lY3Rpb25TZXR0aW5ncxCABBIsCidBZ2VudENhcGFiaWxpdGllc19BY2NlcHRzUmVzdGFydENvbW1hbmQQgAgSJAofQWdlbnRDYXBhYmlsaXRpZXNfUmVwb3J0c0hlYWx0aBCAEBIqCiVBZ2VudENhcGFiaWxpdGllc19SZXBvcnRzUmVtb3RlQ29uZmlnEIAgEicKIkFnZW50Q2FwYWJpbGl0aWVzX1JlcG9ydHNIZWFydGJlYXQQgEASMgosQWdlbnRDYXBhYmlsaXRpZXNfUmVwb3J0c0F2YWlsYWJsZUNvbXBvbmVudHMQgIABKpwBChRSZW1vdGVDb25maWdTdGF0dXNlcxIeChpSZW1vdGVDb25maWdTdGF0dXNlc19VTlNFVBAAEiAKHFJlbW90ZUNvbmZpZ1N0YXR1c2VzX0FQUExJRUQQARIhCh1SZW1vdGVDb25maWdTdGF0dXNlc19BUFBMWUlORxACEh8KG1JlbW90ZUNvbmZpZ1N0YXR1c2VzX0ZBSUxFRBADKsQBChFQYWNrYWdlU3RhdHVzRW51bRIfChtQYWNrYWdlU3RhdHVzRW51bV9JbnN0YWxsZWQQABIkCiBQYWNrYWdlU3RhdHVzRW51bV9JbnN0YWxsUGVuZGluZxABEiAKHFBhY2thZ2VTdGF0dXNFbnVtX0luc3RhbGxpbmcQAhIjCh9QYWNrYWdlU3RhdHVzRW51bV9JbnN0YWxsRmFpbGVkEAMSIQodUGFja2FnZVN0YXR1c0VudW1fRG93bmxvYWRpbmcQBEIuWixnaXRodWIuY29tL29wZW4tdGVsZW1ldHJ5L29wYW1wLWdvL3Byb3RvYnVmc2IGcHJvdG8z';

const opampFile = fileDesc(OPAMP, [fileDesc(ANY_VALUE)]);

/**
 * The part of OpAMP that Penstock speaks; fields that it does not read are skipped.
 * https://opentelemetry.io/docs/specs/opamp/
 */
export type AnyValue = {
  value:
    | { case: 'stringValue'; value: string }
    | { case: 'boolValue'; value: boolean }
    | { case: 'intValue'; value: bigint }
    | { case: 'doubleValue'; value: number }
    | { case: string; value: unknown }
    | { case: undefined };
};
export type KeyValue = { key: string; value?: AnyValue };
export type HealthMessage = {
  healthy: boolean;
  lastError: string;
  status: string;
  componentHealthMap: Record<string, HealthMessage>;
};
type PackageMessage = {
  agentHasVersion: string;
  serverOfferedVersion: string;
  status: number;
  errorMessage: string;
};
type ConfigFile = { body: Uint8Array; contentType: string };
type ConfigMap = { configMap: Record<string, ConfigFile> };

export type AgentToServer = Message<'opamp.proto.AgentToServer'> & {
  instanceUid: Uint8Array;
  sequenceNum: bigint;
  agentDescription?: { identifyingAttributes: KeyValue[]; nonIdentifyingAttributes: KeyValue[] };
  capabilities: bigint;
  health?: HealthMessage;
  effectiveConfig?: { configMap?: ConfigMap };
  remoteConfigStatus?: { lastRemoteConfigHash: Uint8Array; status: number; errorMessage: string };
  agentDisconnect?: object;
  packageStatuses?: { packages: Record<string, PackageMessage>; errorMessage: string };
  customMessage?: object;
  customCapabilities?: object;
  flags: bigint;
  availableComponents?: {
    components: Record<string, { subComponentMap: Record<string, unknown> }>;
    hash: Uint8Array;
  };
};

type Destination = {
  destinationEndpoint: string;
  headers: { headers: { key: string; value: string }[] };
};

type ServerToAgent = Message<'opamp.proto.ServerToAgent'> & {
  instanceUid: Uint8Array;
  errorResponse?: {
    type: number;
    errorMessage: string;
    Details: { case: 'retryInfo'; value: { retryAfterNanoseconds: bigint } } | { case: undefined };
  };
  remoteConfig?: { config: ConfigMap; configHash: Uint8Array };
  flags: bigint;
  capabilities: bigint;
  agentIdentification?: { newInstanceUid: Uint8Array };
  customCapabilities?: { capabilities: string[] };
  command?: { type: number };
  connectionSettings?: {
    hash: Uint8Array;
    ownMetrics?: Destination;
    ownLogs?: Destination;
    opamp?: Destination & { certificate: object; heartbeatIntervalSeconds: bigint };
  };
};

const AGENT_TO_SERVER = 0;
const SERVER_TO_AGENT = 7;
const agentToServerSchema: GenMessage<AgentToServer> = messageDesc(opampFile, AGENT_TO_SERVER);
const serverToAgentSchema: GenMessage<ServerToAgent> = messageDesc(opampFile, SERVER_TO_AGENT);

export const AGENT_CAN = {
  acceptRemoteConfig: 0x2,
  reportEffectiveConfig: 0x4,
  reportOwnMetrics: 0x40,
  reportOwnLogs: 0x80,
  acceptOpampSettings: 0x100,
  acceptRestartCommand: 0x400,
  reportHealth: 0x800,
  reportComponents: 0x4000,
} as const;

/** It accepts status, effective configuration and package statuses, and offers remote configuration and connection settings. */
const SERVER_CAPABILITIES = 0x1n | 0x2n | 0x4n | 0x10n | 0x20n;
export const FLAG_FULL_STATE = 0x1n;
export const FLAG_COMPONENTS = 0x2n;
/** The agent asks for an instance id. */
export const ASKS_FOR_UID = 0x1n;
const COMMAND_RESTART = 0;
const BAD_REQUEST = 1;
const UNAVAILABLE = 2;

/** @throws an error of any kind for what is no such message */
export const decodeAgentMessage = (bytes: Uint8Array): AgentToServer =>
  fromBinary(agentToServerSchema, bytes);

/** Where an agent sends something or connects from now on, and by what. */
export type DestinationOffer = { endpoint: string; credential: string };
export type SettingsOffer = {
  metrics?: DestinationOffer;
  logs?: DestinationOffer;
  own?: DestinationOffer;
  hash: string;
};

export type ServerMessage = {
  instanceUid: Uint8Array;
  flags?: bigint;
  offer?: { content: string; hash: string };
  settings?: SettingsOffer;
  newInstanceUid?: Uint8Array;
  /** Says that no custom message is understood here. */
  refusesCustom?: boolean;
  /** Agents read nothing else of a message that has it. */
  restart?: boolean;
  error?: { message: string; retryAfterSeconds?: number };
};

const NANOSECONDS = 1_000_000_000n;

function toErrorResponse({ message, retryAfterSeconds }: NonNullable<ServerMessage['error']>) {
  if (retryAfterSeconds === undefined)
    return { type: BAD_REQUEST, errorMessage: message, Details: { case: undefined } as const };
  const retryAfterNanoseconds = BigInt(retryAfterSeconds) * NANOSECONDS;
  return {
    type: UNAVAILABLE,
    errorMessage: message,
    Details: { case: 'retryInfo', value: { retryAfterNanoseconds } } as const,
  };
}

const HEARTBEAT_SECONDS = 30n;

const toDestination = ({ endpoint, credential }: DestinationOffer) => ({
  destinationEndpoint: endpoint,
  headers: { headers: [{ key: 'Authorization', value: `Bearer ${credential}` }] },
});

const toConnectionSettings = ({ metrics, logs, own, hash }: SettingsOffer) => ({
  hash: Buffer.from(hash),
  ...(metrics ? { ownMetrics: toDestination(metrics) } : {}),
  ...(logs ? { ownLogs: toDestination(logs) } : {}),
  // Without a certificate the supervisor would no longer check that of the service.
  ...(own
    ? { opamp: { ...toDestination(own), certificate: {}, heartbeatIntervalSeconds: HEARTBEAT_SECONDS } }
    : {}),
});

/** The instance id is always echoed: some agents fail without it. */
export function encodeServerMessage(message: ServerMessage): Uint8Array {
  const { instanceUid, flags = 0n, offer, settings, newInstanceUid, refusesCustom, restart, error } = message;
  const made = create(serverToAgentSchema, {
    instanceUid,
    flags,
    capabilities: SERVER_CAPABILITIES,
    ...(error ? { errorResponse: toErrorResponse(error) } : {}),
    ...(offer
      ? {
          remoteConfig: {
            config: { configMap: { '': { body: Buffer.from(offer.content), contentType: 'text/yaml' } } },
            configHash: Buffer.from(offer.hash),
          },
        }
      : {}),
    ...(settings ? { connectionSettings: toConnectionSettings(settings) } : {}),
    ...(newInstanceUid ? { agentIdentification: { newInstanceUid } } : {}),
    ...(refusesCustom ? { customCapabilities: { capabilities: [] } } : {}),
    ...(restart ? { command: { type: COMMAND_RESTART } } : {}),
  } as never);
  return toBinary(serverToAgentSchema, made);
}

const HEADER = Uint8Array.of(0);

/** A WebSocket message begins with a header, which is the number 0. */
export const toFrame = (message: Uint8Array): Uint8Array => Buffer.concat([HEADER, message]);

/** Without the header; undefined for another one. Early agents sent none. */
export function fromFrame(frame: Uint8Array): Uint8Array | undefined {
  const [first] = frame;
  if (first === 0) return frame.subarray(1);
  // The tag of the first field of a message: an agent from before the header.
  return first === 0x0a ? frame : undefined;
}
