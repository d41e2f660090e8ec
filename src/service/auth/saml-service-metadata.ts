import { escapeXml } from './saml-xml.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings';

export function buildSamlServiceMetadata(self: {
  entityId: string;
  acsUrl: string;
  sloUrl: string;
  certificate: string;
}): string {
  const [entityId, acsUrl, sloUrl] = [self.entityId, self.acsUrl, self.sloUrl].map(escapeXml);
  const key = self.certificate.replace(/-----[A-Z ]+-----|\s/g, '');
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    <KeyDescriptor use="signing">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </KeyDescriptor>
    <SingleLogoutService Binding="${BINDING}:HTTP-Redirect" Location="${sloUrl}"/>
    <SingleLogoutService Binding="${BINDING}:HTTP-POST" Location="${sloUrl}"/>
    <AssertionConsumerService index="1" isDefault="true" Binding="${BINDING}:HTTP-POST" Location="${acsUrl}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
