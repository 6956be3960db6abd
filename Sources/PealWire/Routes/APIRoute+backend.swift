extension APIRoute {
    /// Puts a user.
    public static let putUser = api(.put, "/users/{userId}", .backend(.directory), body: usualBodyLimit)
    /// Puts several users in one transaction.
    public static let putUsers = api(.post, "/users/bulk", .backend(.directory), body: bulkBodyLimit)
    /// Changes a user.
    public static let patchUser = api(.patch, "/users/{userId}", .backend(.directory), body: usualBodyLimit)
    /// Reads a user.
    public static let getUser = api(.get, "/users/{userId}", .backend(.directory))
    /// Erases a user.
    public static let eraseUser = api(.delete, "/users/{userId}", .backend(.directory))
    /// Revokes the tokens of a user: signs them out everywhere.
    public static let revokeTokens = api(.delete, "/users/{userId}/tokens", .backend(.directory))
    /// Whether pushes reach a user.
    public static let getReachability = api(.get, "/users/{userId}/reachability", .backend(.directory))
    /// Everything held of a user.
    public static let exportUser = api(.get, "/users/{userId}/export", .backend(.insight))
    /// Puts an entity.
    public static let putEntity = api(.put, "/entities/{type}/{id}", .backend(.directory), body: usualBodyLimit)
    /// Changes an entity.
    public static let patchEntity = api(.patch, "/entities/{type}/{id}", .backend(.directory), body: usualBodyLimit)
    /// Reads an entity.
    public static let getEntity = api(.get, "/entities/{type}/{id}", .backend(.directory))
    /// Deletes an entity.
    public static let deleteEntity = api(.delete, "/entities/{type}/{id}", .backend(.directory))
    /// Lists the members of an entity.
    public static let listMembers = api(.get, "/entities/{type}/{id}/members", .backend(.directory), query: page)
    /// Puts a member.
    public static let putMember = api(
        .put,
        "/entities/{type}/{id}/members/{userId}",
        .backend(.directory),
        body: usualBodyLimit
    )
    /// Puts many members at once.
    public static let putMembers = api(
        .post,
        "/entities/{type}/{id}/members",
        .backend(.directory),
        body: bulkBodyLimit
    )
    /// Deletes a member.
    public static let deleteMember = api(.delete, "/entities/{type}/{id}/members/{userId}", .backend(.directory))
    /// States that something happened.
    public static let submitTrigger = api(
        .post,
        "/triggers",
        .backend(.triggers),
        query: ["dryRun"],
        body: usualBodyLimit
    )
    /// States several things in one transaction.
    public static let submitTriggers = api(.post, "/triggers/bulk", .backend(.triggers), body: bulkBodyLimit)
    /// Lists triggers.
    public static let listTriggers = api(
        .get,
        "/triggers",
        .backend(.triggers),
        query: ["type", "status", "since"] + page
    )
    /// Reads a trigger.
    public static let getTrigger = api(.get, "/triggers/{id}", .backend(.triggers))
    /// Cancels a trigger.
    public static let cancelTrigger = api(.delete, "/triggers/{id}", .backend(.triggers), query: ["recall"])
    /// Gives a trigger another time.
    public static let rescheduleTrigger = api(.patch, "/triggers/{id}", .backend(.triggers), body: usualBodyLimit)
    /// Lets a cancelled trigger wait again.
    public static let resumeTrigger = api(.post, "/triggers/{id}/resume", .backend(.triggers), body: usualBodyLimit)
    /// Cancels triggers by their cancel key.
    public static let cancelTriggers = api(.delete, "/triggers", .backend(.triggers), query: ["cancelKey", "recall"])
    /// Why a user did or did not get something.
    public static let why = api(
        .get,
        "/why",
        .backend(.insight),
        query: ["user", "type", "trigger", "since"] + page
    )
    /// A thread was read elsewhere.
    public static let resolve = api(.post, "/notifications/resolve", .backend(.triggers), body: usualBodyLimit)
    /// The deliveries of a notification.
    public static let listDeliveries = api(.get, "/deliveries", .backend(.insight), query: ["notification"])
    /// Entries of the audit log, the newest first.
    public static let audit = api(.get, "/audit", .backend(.audit), query: auditFilter + page)
    /// Signed checkpoints of the audit log, the newest first.
    public static let auditCheckpoints = api(.get, "/audit/checkpoints", .backend(.audit), query: page)
    /// The audit log as it is verified.
    public static let auditExport = api(.get, "/audit/export", .backend(.audit), query: auditFilter)

    private static let auditFilter = ["user", "notification", "action", "from", "to"]

    /// Every call of backends.
    public static let backendCalls: [APIRoute] = [
        putUser, patchUser, getUser, getReachability, eraseUser, revokeTokens, exportUser, putEntity, patchEntity,
        getEntity,
        deleteEntity, listMembers, putMember, putMembers,
        deleteMember,
        submitTrigger, submitTriggers, listTriggers, getTrigger, rescheduleTrigger, resumeTrigger, cancelTrigger,
        cancelTriggers, why, resolve,
        listDeliveries, putUsers, audit, auditCheckpoints, auditExport,
    ]
}
