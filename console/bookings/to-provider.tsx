import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { Fold } from '../parts/fold.tsx';
import { JsonView } from '../parts/json-view.tsx';

export type ProviderCall = Schema['ProviderCall'];

/** The calls to the providers, from a resource's search on. */
export interface NativeCalls {
  providerCalls: ProviderCall[];
  complete: boolean;
}

export function loadNative(profileCode: string, resourceId: string): Promise<NativeCalls> {
  return dataOf(
    control.GET('/_sandbox/profiles/{profileCode}/resources/{resourceId}/provider-calls', {
      params: { path: { profileCode, resourceId } },
    }),
  );
}

/**
 * Returns the calls to the providers under the id of the call that caused them: a call that the client repeats causes
 * none. Client calls that the journal has dropped have the id ''.
 */
export function byCause({ providerCalls }: NativeCalls, calls: readonly Schema['ExchangeSummary'][]) {
  return Map.groupBy(
    providerCalls,
    (each) => calls.find(({ at, operation }) => at === each.at && operation === each.operation)?.exchangeId ?? '',
  );
}

/** A call to a provider: the request and the response, in the provider's own form. */
export function ToProvider({ call }: { call: ProviderCall }) {
  const { provider, request, response, effect, isLate } = call;
  const isChanged = Object.keys(effect).length > 0;
  return (
    <li class="to-provider">
      <Fold
        summary={
          <>
            <span aria-hidden="true">↳</span> <code>{provider}</code>
            {isChanged && (
              <span class="story-scenario">
                {' '}
                <span aria-hidden="true">▲</span> {wordsOfEffect(effect)}
              </span>
            )}
            {isLate && <span class="story-scenario"> too late</span>}
          </>
        }
      >
        {() => (
          <div class="to-provider-bodies">
            <section aria-label={`Request to ${provider}`}>
              <h4>Request</h4>
              <JsonView value={request} depth={3} />
            </section>
            <section aria-label={`Response of ${provider}`}>
              <h4>Response</h4>
              <JsonView value={response} depth={3} />
            </section>
          </div>
        )}
      </Fold>
    </li>
  );
}

function wordsOfEffect(effect: ProviderCall['effect']): string {
  return Object.entries(effect)
    .map(([place, what]) => `${place}: ${typeof what === 'string' ? what : JSON.stringify(what)}`)
    .join(', ');
}
