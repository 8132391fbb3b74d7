// libnats, loaded where it is used.
#pragma once

#include <nats/nats.h>

#include "base/shared_library.h"

namespace sotto::cluster {

// clang-format off
#define SOTTO_NATS_FUNCTIONS(of) \
  of(natsStatus_GetText) of(natsOptions_Create) of(natsOptions_Destroy) \
  of(natsOptions_SetServers) of(natsOptions_SetName) of(natsOptions_SetMaxReconnect) \
  of(natsOptions_SetReconnectWait) of(natsOptions_SetReconnectJitter) \
  of(natsOptions_SetTimeout) of(natsOptions_SetErrorHandler) \
  of(natsOptions_SetSendAsap) of(natsOptions_UseGlobalMessageDelivery) \
  of(natsOptions_SetFailRequestsOnDisconnect) of(natsOptions_SetUserCredentialsFromFiles) \
  of(natsOptions_SetNKeyFromSeed) of(natsOptions_SetSecure) \
  of(natsOptions_LoadCATrustedCertificates) of(natsOptions_LoadCertificatesChain) \
  of(natsConnection_Connect) of(natsConnection_Destroy) of(natsConnection_Status) \
  of(natsConnection_PublishRequest) of(natsConnection_Publish) of(natsConnection_QueueSubscribe) \
  of(natsConnection_Subscribe) of(natsConnection_FlushTimeout) of(natsSubscription_SetOnCompleteCB) \
  of(natsSubscription_SetPendingLimits) of(natsSubscription_Unsubscribe) of(natsSubscription_DrainTimeout) \
  of(natsSubscription_WaitForDrainCompletion) of(natsInbox_Create) \
  of(natsInbox_Destroy) of(natsMsg_GetReply) of(natsMsg_IsNoResponders) \
  of(natsConnection_JetStream) of(jsCtx_Destroy) of(jsStreamConfig_Init) of(js_AddStream) \
  of(js_GetStreamInfo) of(jsStreamInfo_Destroy) of(js_GetMsg) of(jsConsumerConfig_Init) \
  of(js_AddConsumer) of(js_GetConsumerInfo) of(jsConsumerInfo_Destroy) of(jsPubOptions_Init) \
  of(js_PublishMsg) of(jsPubAck_Destroy) of(jsSubOptions_Init) of(js_PullSubscribe) \
  of(natsSubscription_Fetch) of(natsSubscription_Destroy) of(natsMsg_Create) \
  of(natsMsg_Destroy) of(natsMsgList_Destroy) of(natsMsg_GetData) of(natsMsg_GetDataLength) \
  of(natsMsg_GetSubject) of(natsMsg_GetMetaData) of(jsMsgMetaData_Destroy) of(natsMsg_Ack) \
  of(natsMsg_NakWithDelay) of(natsMsg_InProgress) of(natsMsg_GetSequence) \
  of(natsMsgHeader_Set) of(natsMsgHeader_Get) of(kvConfig_Init) of(js_CreateKeyValue) \
  of(js_KeyValue) of(kvStore_Destroy) of(kvStore_Get) of(kvStore_Put) of(kvStore_Purge) \
  of(kvStore_Watch) of(kvWatchOptions_Init) of(kvWatcher_Next) of(kvWatcher_Destroy) \
  of(kvEntry_Key) of(kvEntry_Value) of(kvEntry_ValueLen) of(kvEntry_Destroy)
// clang-format on

// Debian's package has both numbers of the ABI in its name.
#define SOTTO_TEXT(number) #number
#define SOTTO_NUMBERS(major, minor) SOTTO_TEXT(major) "." SOTTO_TEXT(minor)
#define SOTTO_NATS_PACKAGE "libnats" SOTTO_NUMBERS(NATS_VERSION_MAJOR, NATS_VERSION_MINOR)

// Its functions, by the names that its header gives them.
struct Nats {
  static constexpr OptionalLibrary kLibrary{"libnats", NATS_VERSION_MAJOR, SOTTO_NATS_PACKAGE,
                                            NATS_VERSION_MINOR};
  explicit Nats(SharedLibrary& library) {
#define SOTTO_FIND(name) library.find(#name, name);
    SOTTO_NATS_FUNCTIONS(SOTTO_FIND)
#undef SOTTO_FIND
  }

#define SOTTO_DECLARE(name) decltype(&::name) name;
  SOTTO_NATS_FUNCTIONS(SOTTO_DECLARE)
#undef SOTTO_DECLARE
};

#undef SOTTO_NATS_PACKAGE
#undef SOTTO_NUMBERS
#undef SOTTO_TEXT

}  // namespace sotto::cluster
